import type { Allergen } from '../../contract/clinical/allergen.ts'
import type { DoseUnit, Medication } from '../../contract/clinical/medications.ts'
import { fold } from '../../contract/fold.ts'
import type { InventoryItem } from '../../contract/store/items.ts'
import { itemCategories } from '../../contract/store/kinds.ts'
import allergyContent from './content/allergies.json' with { type: 'json' }
import historyContent from './content/history.json' with { type: 'json' }
import medicineContent from './content/medicines.json' with { type: 'json' }
import stayContent from './content/stays.json' with { type: 'json' }
import storeContent from './content/store.json' with { type: 'json' }
import visitContent from './content/visits.json' with { type: 'json' }

export const asciiOf = (name: string) => fold(name).replaceAll(/[^a-z]/g, '')

/** An illness, with the people who can have it: by age and sex, with another one in their history, and without others. */
export interface Illness {
  ages: number[]
  only?: string
  needs?: string
  not?: string[]
  /** The indication of each medicine, by the medicine's name. */
  medicines?: Record<string, string>
  fever?: boolean
  /** Its medicines have no end date. Others end after a week, or after the time in their reason. */
  lasts?: boolean
  problem?: { diagnosis: string; icd10: string }
}
/** `{year}` in the text is a year in which it can have begun. */
export const conditions: (Illness & (typeof historyContent)[number])[] = historyContent
/** `note` is reception's, `summary` of those who go home, and `onward` the wards to which they may be moved. */
export const stayIllnesses: (Illness & (typeof stayContent)[number])[] = stayContent
export const visitIllnesses: (Illness & (typeof visitContent)[number])[] = visitContent

/** A prescription with its dose, or with its dose per kilogram, in steps that can be measured. */
type Order = Pick<Medication, 'name' | 'route' | 'frequency'> & { perKg?: number; step?: number }
type Medicine = { unit: DoseUnit; adult: Order & { dose: number }; child: (Order & { dose?: number }) | null }
/** Not for children if they have no order, for people older than `until`, and with the illnesses in `unless`. */
export const medicines = medicineContent as ((typeof medicineContent)[number] & Medicine)[]

/** Allergies that patients reported at reception, and others that doctors recorded, so that no list has one twice. */
export const allergies = { ...allergyContent, recorded: allergyContent.recorded as Allergen[] }

type InStore = Pick<InventoryItem, 'name' | 'unit' | 'packSize' | 'reorderLevel' | 'cost' | 'description'>
/** Places in the lists of suppliers and locations, and days: null if it does not expire. */
type Column = InStore & { dailyUse: number; supplier: number; location: number; shelfLife: number | null }
export const stockedItems = itemCategories.flatMap((category) =>
  storeContent[category].map((line) => {
    const named = storeContent.columns.map((column, place) => [column, line[place] ?? null])
    const item = Object.fromEntries(named) as Column
    return { ...item, category, isControlled: item.location === storeContent.controlledLocation }
  }),
)
export type StockedItem = (typeof stockedItems)[number]
