import { expect, test } from 'vitest'
import { z } from 'zod'
import { AdmissionForm } from '../wards/admissions.ts'
import { optionalDay, optionalEmail } from './fields.ts'
import { sayOwnSentences } from './sentences.ts'

sayOwnSentences()

const form = z.strictObject({
  bedNumber: z.string().max(4),
  ward: z.enum(['ICU', 'GENERAL']),
  notes: z.string(),
  patientId: z.guid(),
  hours: z.number().int().min(1).max(24),
  active: z.boolean(),
  roles: z.array(z.string()).min(1).max(1),
  isOn: z.boolean().optional(),
  seen: z.iso.date(),
  endsOn: optionalDay('Date is required'),
  email: optionalEmail,
  kind: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('A') }),
    z.object({ kind: z.literal('B') }),
  ]),
})

test.each([
  [{ bedNumber: undefined }, 'bedNumber', 'Bed number is required'],
  [{ bedNumber: 'A-1234' }, 'bedNumber', 'Bed number can have at most 4 characters'],
  [{ notes: null }, 'notes', 'Notes are required'],
  [{ notes: 5 }, 'notes', 'Notes must be text'],
  [{ ward: 'ATTIC' }, 'ward', 'Ward must be one of ICU or GENERAL'],
  [{ ward: '' }, 'ward', 'Ward is required'],
  [{ patientId: 'asha' }, 'patientId', 'Choose the patient again'],
  [{ hours: 1.5 }, 'hours', 'Hours must be a whole number'],
  [{ hours: 25 }, 'hours', 'Hours must be at most 24'],
  [{ active: 'yes' }, 'active', 'Active must be true or false'],
  [{ isOn: 1 }, 'isOn', 'On must be true or false'],
  [{ roles: [] }, 'roles', 'Roles are required'],
  [{ roles: ['a', 'b'] }, 'roles', 'Roles can have at most 1 entry'],
  [{ seen: '+3d' }, 'seen', 'Enter a valid date, e.g. 2026-11-21'],
  [{ endsOn: '+3d' }, 'endsOn', 'Enter a valid date, e.g. 2026-11-21'],
  [{ endsOn: 5 }, 'endsOn', 'Date is required'],
  [{ email: 'asha@' }, 'email', 'Invalid email address'],
  [{ email: 5 }, 'email', 'E-mail must be text'],
  [{ kind: {} }, 'kind.kind', 'Kind is required'],
  [{ kind: { kind: 'C' } }, 'kind.kind', 'Kind must be one of A or B'],
  [{ bed: 'A-1' }, '', 'Leave out ‘bed’: there is no such field here'],
])('%j', (wrong, place, sentence) => {
  const issues = form.safeParse({ ...wrong }).error?.issues ?? []
  expect(issues.map(({ path, message }) => [path.join('.'), message])).toContainEqual([place, sentence])
})

test('a whole that is none is asked for', () => {
  expect(form.safeParse('text').error?.issues[0]?.message).toBe('Send the fields as a JSON object')
})

test('an expected discharge that is no day says how to write one', () => {
  const refused = AdmissionForm.safeParse({ expectedDischargeDate: '+3d' }).error?.issues ?? []
  const { message } = refused.find(({ path }) => path[0] === 'expectedDischargeDate') ?? {}
  expect(message).toBe('Enter a valid date, e.g. 2026-11-21')
})

test('a field that is named like a property of every object is named as it was sent', () => {
  const refused = z.record(z.guid(), z.string()).safeParse({ constructor: 'Asha' }).error?.issues ?? []
  expect(refused.map(({ message }) => message)).toEqual(['Check the constructor'])
})
