import { fold } from '../fold.ts'

/** How identifiers are compared and checked (record 95). Pure, so that forms say what the server would. */

/** An identifier without what only separates, however its letters are written. The database has the same function. */
export function identifierKey(typed: string): string {
  return fold(typed).replace(/[ ./,:;_()\u2010-\u2015-]/g, '')
}

export const checkDigits = ['LUHN', 'MOD11', 'VERHOEFF', 'MOD97'] as const
export type CheckDigit = (typeof checkDigits)[number]

export const checkDigitNames: Record<CheckDigit, string> = {
  LUHN: 'Luhn (mod 10)',
  MOD11: 'Mod 11 (NHS number)',
  VERHOEFF: 'Verhoeff (Aadhaar)',
  MOD97: 'Mod 97 (ISO 7064)',
}

/** The forms of a pattern, with commas between them: '#' is a digit, '@' a letter, '*' either, anything else itself. */
function formsOf(pattern: string): string[] {
  return pattern
    .split(',')
    .map((form) => form.trim())
    .filter(Boolean)
}

const fits: Readonly<Record<string, RegExp>> = { '#': /^\d$/, '@': /^\p{L}$/u, '*': /^[\p{L}\d]$/u }

function fitsForm(form: string, key: string): boolean {
  const [wanted, given] = [[...identifierKey(form)], [...key]]
  return (
    wanted.length === given.length &&
    wanted.every((one, at) => fits[one]?.test(given[at] ?? '') ?? one === given[at])
  )
}

/** Whether each form of a pattern has a place for a letter or a digit. */
export function isPattern(typed: string): boolean {
  const forms = formsOf(typed)
  return forms.length > 0 && forms.every((form) => /[#@*]/.test(form))
}

/** '### ###' → '123 456': what a pattern asks for, as an example. */
export function exampleOf(pattern: string): string {
  const written = formsOf(pattern).map((form) => {
    let at = 0
    return form.replace(/[#@*]/g, (place) => {
      at++
      return place === '@' ? String.fromCharCode(64 + (at % 26)) : String(at % 10)
    })
  })
  return written.join(' or ')
}

const digitsOf = (key: string): number[] | null => (/^\d{2,}$/.test(key) ? [...key].map(Number) : null)

/** The sum of the digits of twice a digit. */
const doubled = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9]

function luhn(key: string): boolean {
  const sum = digitsOf(key)
    ?.toReversed()
    .reduce((total, digit, at) => total + (at % 2 ? (doubled[digit] ?? 0) : digit), 0)
  return sum !== undefined && sum % 10 === 0
}

/** As the NHS number has it: the last digit counts once, each before it once more than the next. */
function mod11(key: string): boolean {
  const sum = digitsOf(key)
    ?.toReversed()
    .reduce((total, digit, at) => total + digit * (at + 1), 0)
  return sum !== undefined && sum % 11 === 0
}

/** The dihedral group of five, in which the order of two digits matters. */
function inGroup(one: number, other: number): number {
  const turned = one < 5 ? (one + other) % 5 : (one - other + 10) % 5
  return turned + (one < 5 === other < 5 ? 0 : 5)
}
const permuted = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

function verhoeff(key: string): boolean {
  const digits = digitsOf(key)?.toReversed()
  return (
    digits?.reduce((sum, digit, at) => {
      let place = digit
      for (let times = 0; times < at % 8; times++) place = permuted[place] ?? 0
      return inGroup(sum, place)
    }, 0) === 0
  )
}

/** ISO 7064, MOD 97-10; letters count from 10. */
function mod97(key: string): boolean {
  if (!/^[\da-z]{3,}$/.test(key)) return false
  const rest = [...key].reduce((before, one) => Number(`${before}${Number.parseInt(one, 36)}`) % 97, 0)
  return rest === 1
}

const passes: Record<CheckDigit, (key: string) => boolean> = {
  LUHN: luhn,
  MOD11: mod11,
  VERHOEFF: verhoeff,
  MOD97: mod97,
}

export function hasCheckDigit(kind: CheckDigit, typed: string): boolean {
  return passes[kind](identifierKey(typed))
}

/** The rules of a system. */
export interface IdentifierRules {
  name: string
  pattern: string | null
  checkDigit: CheckDigit | null
}

/** The sentence for an identifier that can't be of its system; null if it can. */
export function identifierProblem(
  { name, pattern, checkDigit }: IdentifierRules,
  typed: string,
): string | null {
  const key = identifierKey(typed)
  if (key === '') return `${name} needs letters or digits`
  if (pattern && !formsOf(pattern).some((form) => fitsForm(form, key)))
    return `${name} must look like ${exampleOf(pattern)}`
  if (checkDigit && !passes[checkDigit](key))
    return `${name} isn’t valid. Compare each digit with the document`
  return null
}

/** 'National ID …1234': enough to recognise it by. */
export function shortIdentifier(system: string, value: string): string {
  const letters = [...value.trim()]
  return letters.length > 6 ? `${system} …${letters.slice(-4).join('')}` : `${system} ${value}`
}
