import { z } from 'zod'
import { notADay, notAMoment } from './fields.ts'

type Issue = z.core.$ZodRawIssue

/** Makes Zod use our messages. The server and the forms call it; a screen without a form doesn't need it. */
export function sayOwnSentences(): void {
  z.config({ customError: sentenceOn })
}

/**
 * The message for a value that a schema refuses without a message of its own. It names the field and says what to do.
 * Zod's own messages ('Invalid option: expected one of …') are written for programmers.
 */
function sentenceOn(issue: Issue): string | undefined {
  const { name, are } = named(issue.path ?? [])
  const isMissing = issue.input === undefined || issue.input === null || issue.input === ''
  switch (issue.code) {
    case 'invalid_type':
      if (!name) return 'Send the fields as a JSON object'
      return isMissing ? `${name} ${are} required` : `${name} must be ${kinds[issue.expected] ?? 'different'}`
    case 'invalid_value':
      return isMissing ? `${name || 'This'} ${are} required` : oneOf(name, issue.values)
    case 'invalid_format':
      return isMissing ? `${name || 'This'} ${are} required` : written(name || 'This', issue.format)
    case 'too_small': {
      const { minimum, origin, inclusive } = issue
      if (origin === 'string' || origin === 'array') {
        if (Number(minimum) === 1) return `${name} ${are} required`
        return `${name} must have at least ${lengthOf(minimum, origin)}`
      }
      return `${name} must be ${inclusive ? 'at least' : 'more than'} ${amount(minimum)}`
    }
    case 'too_big': {
      const { maximum, origin, inclusive } = issue
      if (origin === 'string' || origin === 'array')
        return `${name} can have at most ${lengthOf(maximum, origin)}`
      return `${name} must be ${inclusive ? 'at most' : 'less than'} ${amount(maximum)}`
    }
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return `Leave out ${listed(issue.keys.map((key) => `‘${key.slice(0, 40)}’`))}: there is no such field here`
    case 'invalid_union':
      return ofUnion(issue, name)
    case 'custom':
    case 'invalid_key':
    case 'invalid_element':
      return `Check the ${name.toLowerCase() || 'fields'}`
    default:
      return undefined
  }
}

/** The type that a value must have, by Zod's name for it. */
const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'a group of fields',
  record: 'a group of fields',
  array: 'a list',
  null: 'left out',
}

function written(name: string, format: string): string {
  switch (format) {
    case 'date':
      return notADay
    case 'datetime':
      return notAMoment
    case 'email':
      return 'Invalid email address'
    case 'guid':
    case 'uuid':
      return name === 'Id' ? 'There is no record with this id' : `Choose the ${name.toLowerCase()} again`
    default:
      return `${name} is not written as it should be. Copy it again in full`
  }
}

function oneOf(name: string, values: readonly unknown[]): string {
  const choices = listed(values.map(String))
  return values.length === 1 ? `${name} must be ${choices}` : `${name} must be one of ${choices}`
}

/** The message of the closest option of a union: the first option with the same type as the value that was sent. */
function ofUnion(issue: Extract<Issue, { code: 'invalid_union' }>, name: string): string {
  if (Array.isArray(issue.options)) {
    const isChosen = Reflect.get(Object(issue.input), String(issue.discriminator)) !== undefined
    return isChosen ? oneOf(name, issue.options) : `${name} is required`
  }
  const forms: readonly z.core.$ZodIssue[][] = 'errors' in issue ? issue.errors : []
  const isOfOtherKind = ({ code, path }: z.core.$ZodIssue) =>
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value')
  // Use 'left out' only when nothing else fits.
  const isOfNothing = (fault: z.core.$ZodIssue) =>
    fault.code === 'invalid_value' || (fault.code === 'invalid_type' && fault.expected === 'null')
  const nearest =
    forms.find((faults) => !faults.some(isOfOtherKind)) ?? forms.find((faults) => !faults.some(isOfNothing))
  const [fault] = nearest ?? forms[0] ?? []
  if (!fault) return `Check the ${name.toLowerCase() || 'fields'}`
  // The option produced its message before it knew the field's name, so produce it again with the full path.
  const input = fault.path.reduce<unknown>((whole, step) => Reflect.get(Object(whole), step), issue.input)
  const raw = { ...fault, input } as Issue
  const renamed = sentenceOn({ ...raw, path: [...(issue.path ?? []), ...fault.path] })
  return sentenceOn(raw) === fault.message && renamed ? renamed : fault.message
}

const inOtherWords = new Map([
  ['mrn', 'MRN'],
  ['icd10', 'ICD-10 code'],
  ['email', 'E-mail'],
  ['icu', 'ICU'],
])

/**
 * The innermost field name of a path in words ('expectedDischargeDate' → 'Expected discharge date'), and whether 'is'
 * or 'are' follows it.
 */
function named(path: readonly PropertyKey[]): { name: string; are: 'is' | 'are' } {
  const field = path.findLast((step) => typeof step === 'string') ?? ''
  const words = field
    .replace(/(?<=.)Ids?$|^is(?=[A-Z])/, '')
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, ' $&')
    .toLowerCase()
  const name = inOtherWords.get(field) ?? words.charAt(0).toUpperCase() + words.slice(1)
  return { name, are: /[^sui]s$/.test(name) ? 'are' : 'is' }
}

const amount = (limit: number | bigint) => limit.toLocaleString('en')
function lengthOf(limit: number | bigint, origin: string): string {
  const [one, more] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries']
  return `${amount(limit)} ${Number(limit) === 1 ? one : more}`
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
