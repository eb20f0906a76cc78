import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, unreachable } from '../../ground/client/api.ts'
import { draftOf, forgetDraft, keepDraft } from './draft.ts'
import { refusalOf } from './refusal.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const typed = { name: 'Rosa', hospital: 'Harbour', email: 'rosa@harbour.test', phone: '', message: '' }

test('the same text is one request, pressed again and after a reload too; another text is another', () => {
  const key = keepDraft(typed)
  expect(keepDraft({ ...typed })).toBe(key)
  expect(draftOf()).toEqual({ typed, key })
  const other = keepDraft({ ...typed, hospital: 'Elmo' })
  expect(other).not.toBe(key)
  forgetDraft()
  expect(draftOf()).toBeUndefined()
  expect(keepDraft({ ...typed, hospital: 'Elmo' })).not.toBe(other)
})

const refused = (detail: string, errors?: { path: string; message: string }[]) =>
  refusalOf(
    new ApiError({ type: 'about:blank', title: 'Refused', status: 429, code: 'refused', detail, errors }),
  )

test('what the server says of a field stands beside it, and anything else above the form', () => {
  const wait = 'Too many requests were sent from your network. Try again in 60 minutes.'
  expect(refused(wait)).toEqual({ fields: {}, whole: wait })
  const errors = ['first', 'second'].map((message) => ({ path: 'email', message }))
  expect(refused('Check the fields', errors)).toEqual({ fields: { email: 'first' } })
  expect(refused('Check the fields', [{ path: 'unknown', message: 'what no field shows' }])).toEqual({
    fields: {},
    whole: 'Check the fields',
  })
})

test('a server that can’t be reached is told apart from what is wrong here', () => {
  expect(refusalOf(unreachable('create')).whole).toMatch(/can’t be reached .* nothing is sent twice/)
  expect(refusalOf(new TypeError()).whole).toBe('Your request could not be sent. Try again in a moment.')
})
