/** Apart from what is signed, so that screens that only name these don't load it. */

/** Endpoints whose act a second person may have to countersign answer these. */
export const countersignatureErrors = [
  'countersignature_needed',
  'countersignature_of_another_act',
  'countersignature_expired',
  'countersignature_used',
] as const
