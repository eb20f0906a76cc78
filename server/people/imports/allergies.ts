/** Words of other systems for allergies that were not asked about. */
const notAsked = /^(?:-+|\?+|\.|n\/?a|unknown|not known|not (?:recorded|asked|stated|documented))\.?$/i
const yesOrNo = /^(?:no?|y(?:es)?|true|false|[01])\.?$/i

/**
 * The sentence for a text that doesn't say what is known about allergies; '' for one that says that nothing is, and null for a list
 * or 'none known'.
 */
export function unclearAllergies(text: string): string | null {
  const parts = text
    .split(/[;\r\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const unclear = parts.find((part) => yesOrNo.test(part))
  if (unclear)
    return `“${unclear}” names no allergy. Write what it is, ‘None known’, or nothing if nobody asked`
  const vague = parts.find((part) => notAsked.test(part))
  if (!vague) return null
  return parts.every((part) => notAsked.test(part)) ? '' : `“${vague}” names no allergy`
}
