/** From the fields of the mint form to the facts that arfpy mints from, and the cases to start from. */

/**
 * The cases: what differs from the form as it is loaded.
 * @type {Array<{group: string, title: string, fields: Object<string, string>}>}
 */
export const CASES = [
  { group: "Minted", title: "Independent", fields: {} },
  { group: "Minted", title: "Self administered", fields: { relationship: "same_legal_entity", selected_items_by: "subject", administrator_role: "evaluation team of the provider" } },
  { group: "Minted", title: "Affiliated", fields: { relationship: "affiliate" } },
  { group: "Minted", title: "Contracted", fields: { relationship: "contracted_vendor" } },
  { group: "Minted", title: "Not separated: one party selects and scores", fields: { selected_items_by: "administrator" } },
  { group: "Refused", title: "Test set committed after the subject was told", fields: { commitment: "2026-03-10T08:55:00.001Z" } },
  { group: "Refused", title: "Subject told after the window opened", fields: { disclosure: "2026-03-10T09:00:00.001Z" } },
  { group: "Refused", title: "No items", fields: { item_count: "0" } },
  { group: "Refused", title: "One legal entity with a third party", fields: { relationship: "same_legal_entity" } },
  { group: "Refused", title: "States independent, the subject selected", fields: { selected_items_by: "subject", independence_class: "independent" } },
  { group: "Refused", title: "A score in place of a role", fields: { administrator_role: "94%" } },
  { group: "Refused", title: "An attestation of another tenant", fields: { attestation_tenant: "tenant-other" } },
  { group: "Refused", title: "A window that closes before it opens", fields: { closes_at: "2026-03-10T08:00:00.000Z" } },
];

/**
 * Sort the fields into facts. Nothing is checked here: arfpy refuses what is wrong, with its reason.
 * @param {Object<string, string>} fields
 * @returns {{facts: object, attestation_facts: object}}
 */
export function factsOf(fields) {
  return {
    facts: {
      tenant_id: fields.tenant_id,
      administrator: { id: fields.administrator_id, role: fields.administrator_role },
      subject: { id: fields.subject_id, role: fields.subject_role },
      testset_ref: {
        digest_sha256: fields.digest_sha256,
        item_count: number(fields.item_count),
        committed_at: fields.committed_at,
        disclosed_to_subject_at: fields.disclosed_to_subject_at,
      },
      relationship: { administrator_to_subject: fields.relationship },
      separation: separationOf(fields),
      ...(fields.independence_class && { independence_class: fields.independence_class }),
    },
    attestation_facts: {
      tenant_id: fields.attestation_tenant || fields.tenant_id,
      subject: { id: fields.attestation_subject || fields.subject_id },
      evaluation_window: { opens_at: fields.opens_at, closes_at: fields.closes_at },
      testset_digest_sha256: fields.attestation_digest || fields.digest_sha256,
      items_evaluated: number(fields.items_evaluated),
      ...(fields.item_floor && { item_floor: number(fields.item_floor) }),
      results: [{ metric: fields.metric, value: number(fields.value), ...(fields.unit && { unit: fields.unit }) }],
    },
  };
}

/** The three legs. */
export function separationOf({ selected_items_by, ran_evaluation_by, scored_results_by }) {
  return { selected_items_by, ran_evaluation_by, scored_results_by };
}

// What is no number stays a text, and is refused as one.
function number(text) {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) ? text : value;
}
