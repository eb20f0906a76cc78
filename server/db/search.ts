/**
 * The parts of what was typed that must all be found. A phone number is looked for by its digits, however it was
 * written: without the zeros that a country's code takes the place of, and by the nine digits that stay the same with
 * and without one. A comma only separates: screens write names as 'RAO, Asha'.
 */
export function searchTerms(search = ''): string[] {
  const isPhone = /^[\d\s()+\-./]*\d[\d\s()+\-./]*$/.test(search)
  if (!isPhone) return search.split(/[\s,]+/).filter(Boolean)
  const digits = search.replace(/\D/g, '')
  return [(digits.replace(/^0+/, '') || digits).slice(-9)]
}
