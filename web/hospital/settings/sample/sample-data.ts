import type { RequestOf } from '../../../../contract/api/endpoint.ts'
import { daysAfter } from '../../../../contract/days.ts'
import type { registerPatient } from '../../../../contract/people/registration.ts'
import type { addInventoryItem } from '../../../../contract/store/items.ts'
import type { addBed } from '../../../../contract/wards/beds.ts'

type Bed = RequestOf<typeof addBed>['body']
type Item = RequestOf<typeof addInventoryItem>['body']
type Person = RequestOf<typeof registerPatient>['body']

/** Nobody takes these patients for real ones: it is what they are called, on every list and print. */
export const sampleName = 'Sample'

const wards = {
  GENERAL: ['S-101', 'S-102', 'S-103', 'S-104', 'S-105', 'S-106'],
  ICU: ['S-201', 'S-202'],
  MATERNITY: ['S-301', 'S-302'],
} as const satisfies Partial<Record<Bed['ward'], readonly string[]>>

/** One by one: several are added all or none, and one that exists would keep the others out. */
export const sampleBeds: readonly Bed[] = (['GENERAL', 'ICU', 'MATERNITY'] as const).flatMap((ward) =>
  wards[ward].map((bedNumber) => ({ ward, bedNumber })),
)

const tablets = { category: 'MEDICINE', unit: 'tablets' } as const
const pieces = { category: 'SUPPLIES', unit: 'pcs' } as const
/** Name, quantity, reorder level, cost and shelf life in days. */
const items: readonly (readonly [
  Pick<Item, 'name' | 'category' | 'unit'>,
  number,
  number,
  number,
  number?,
])[] = [
  [{ name: 'Paracetamol 500 mg', ...tablets }, 800, 200, 0.03, 500],
  [{ name: 'Amoxicillin 500 mg', ...tablets }, 120, 150, 0.11, 300],
  [{ name: 'Amlodipine 5 mg', ...tablets }, 400, 120, 0.06, 600],
  [{ name: 'Metformin 500 mg', ...tablets }, 600, 200, 0.04, 21],
  [{ name: 'Surgical gloves, medium', ...pieces }, 300, 100, 0.18, 700],
  [{ name: 'Syringe 5 ml', ...pieces }, 90, 100, 0.09, 800],
  [{ name: 'Gauze swabs', ...pieces }, 450, 150, 0.05],
  [{ name: 'Pulse oximeter', category: 'EQUIPMENT', unit: 'pcs' }, 4, 2, 38],
]

/** The store's first items; `today` is the hospital's. */
export function sampleItems(today: string): Item[] {
  return items.map(([what, quantity, reorderLevel, cost, keeps]) => ({
    ...what,
    quantity,
    reorderLevel,
    cost,
    expiryDate: keeps === undefined ? null : daysAfter(today, keeps),
    notes: 'Sample data',
  }))
}

const people = [
  ['Asha', '1984-02-03', 'FEMALE'],
  ['Tomás', '1956-04-10', 'MALE'],
  ['Grace', '1991-11-21', 'FEMALE'],
  ['Kofi', '2019-06-30', 'MALE'],
  ['Mei', '1972-08-17', 'FEMALE'],
  ['Ravi', '1948-12-05', 'MALE'],
] as const

export const samplePatients: readonly Person[] = people.map(([firstName, dateOfBirth, gender], index) => ({
  firstName,
  lastName: sampleName,
  dateOfBirth,
  gender,
  contactNumber: `000 000 000${index + 1}`,
  address: 'Sample data',
}))
