/** Making invisible characters visible, so that what a reader sees is what was hashed. */

// Controls, format characters (bidirectional ones included), unassigned and private code points, separators
// other than the plain space, and whatever fonts draw as nothing: joiners, variation selectors, fillers.
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]|(?! )\p{Zs}/u;

const NAMES = new Map([
  [0x7f, "DELETE"],
  [0xa0, "NO-BREAK SPACE"],
  [0xad, "SOFT HYPHEN"],
  [0x200b, "ZERO WIDTH SPACE"],
  [0x200c, "ZERO WIDTH NON-JOINER"],
  [0x200d, "ZERO WIDTH JOINER"],
  [0x200e, "LEFT-TO-RIGHT MARK"],
  [0x200f, "RIGHT-TO-LEFT MARK"],
  [0x2028, "LINE SEPARATOR"],
  [0x2029, "PARAGRAPH SEPARATOR"],
  [0x202a, "LEFT-TO-RIGHT EMBEDDING"],
  [0x202b, "RIGHT-TO-LEFT EMBEDDING"],
  [0x202c, "POP DIRECTIONAL FORMATTING"],
  [0x202d, "LEFT-TO-RIGHT OVERRIDE"],
  [0x202e, "RIGHT-TO-LEFT OVERRIDE"],
  [0x2060, "WORD JOINER"],
  [0x2066, "LEFT-TO-RIGHT ISOLATE"],
  [0x2067, "RIGHT-TO-LEFT ISOLATE"],
  [0x2068, "FIRST STRONG ISOLATE"],
  [0x2069, "POP DIRECTIONAL ISOLATE"],
  [0xfeff, "ZERO WIDTH NO-BREAK SPACE"],
]);

/**
 * Split a text into runs that show as they are and single characters that would not show.
 * @param {string} text
 * @returns {Array<{text: string}|{mark: string, name: string}>} `mark` is `U+200B`; `name` may be empty.
 */
export function pieces(text) {
  const found = [];
  let plain = "";
  for (const character of text) {
    if (!INVISIBLE.test(character)) {
      plain += character;
      continue;
    }
    if (plain) found.push({ text: plain });
    plain = "";
    const point = character.codePointAt(0);
    const mark = "U+" + point.toString(16).toUpperCase().padStart(4, "0");
    found.push({ mark, name: NAMES.get(point) ?? "" });
  }
  if (plain) found.push({ text: plain });
  return found;
}
