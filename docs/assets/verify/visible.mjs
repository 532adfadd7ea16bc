/** Making invisible characters visible, so that what a reader sees is what was hashed. */

// Controls, format characters (bidirectional ones included), unassigned and private code points, separators
// other than the plain space, and whatever fonts draw as nothing: joiners, variation selectors, fillers.
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}]|(?! )\p{Zs}/u;

// What a reader cannot see, or takes for something else: quotes and dashes that word processors put in.
const NAMES = new Map([
  [0x00, "NUL"],
  [0x09, "TAB"],
  [0x0a, "LINE FEED"],
  [0x0d, "CARRIAGE RETURN"],
  [0x7f, "DELETE"],
  [0xa0, "NO-BREAK SPACE"],
  [0xad, "SOFT HYPHEN"],
  [0x61c, "ARABIC LETTER MARK"],
  [0x180e, "MONGOLIAN VOWEL SEPARATOR"],
  [0x2003, "EM SPACE"],
  [0x2009, "THIN SPACE"],
  [0x200b, "ZERO WIDTH SPACE"],
  [0x200c, "ZERO WIDTH NON-JOINER"],
  [0x200d, "ZERO WIDTH JOINER"],
  [0x200e, "LEFT-TO-RIGHT MARK"],
  [0x200f, "RIGHT-TO-LEFT MARK"],
  [0x2010, "HYPHEN"],
  [0x2011, "NON-BREAKING HYPHEN"],
  [0x2013, "EN DASH"],
  [0x2014, "EM DASH"],
  [0x2018, "LEFT SINGLE QUOTATION MARK"],
  [0x2019, "RIGHT SINGLE QUOTATION MARK"],
  [0x201c, "LEFT DOUBLE QUOTATION MARK"],
  [0x201d, "RIGHT DOUBLE QUOTATION MARK"],
  [0x201e, "DOUBLE LOW-9 QUOTATION MARK"],
  [0x2028, "LINE SEPARATOR"],
  [0x2029, "PARAGRAPH SEPARATOR"],
  [0x202a, "LEFT-TO-RIGHT EMBEDDING"],
  [0x202b, "RIGHT-TO-LEFT EMBEDDING"],
  [0x202c, "POP DIRECTIONAL FORMATTING"],
  [0x202d, "LEFT-TO-RIGHT OVERRIDE"],
  [0x202e, "RIGHT-TO-LEFT OVERRIDE"],
  [0x202f, "NARROW NO-BREAK SPACE"],
  [0x2060, "WORD JOINER"],
  [0x2066, "LEFT-TO-RIGHT ISOLATE"],
  [0x2067, "RIGHT-TO-LEFT ISOLATE"],
  [0x2068, "FIRST STRONG ISOLATE"],
  [0x2069, "POP DIRECTIONAL ISOLATE"],
  [0x2212, "MINUS SIGN"],
  [0x3000, "IDEOGRAPHIC SPACE"],
  [0xfeff, "ZERO WIDTH NO-BREAK SPACE, the byte-order mark"],
  [0xfffd, "REPLACEMENT CHARACTER"],
]);

/**
 * Name a character that a reader cannot see or may take for another one.
 * @param {string} character one code point.
 * @returns {string|null} `U+00A0 NO-BREAK SPACE`, or null for a character that shows as what it is.
 */
export function nameOf(character) {
  const point = character.codePointAt(0);
  if (!NAMES.has(point) && !INVISIBLE.test(character)) return null;
  return `${mark(point)} ${NAMES.get(point) ?? ""}`.trimEnd();
}

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
    found.push({ mark: mark(point), name: NAMES.get(point) ?? "" });
  }
  if (plain) found.push({ text: plain });
  return found;
}

function mark(point) {
  return "U+" + point.toString(16).toUpperCase().padStart(4, "0");
}
