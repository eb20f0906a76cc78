import type { Allergen } from '../../contract/clinical/allergen.ts'
import type { FormularyMedicine } from '../../contract/clinical/formulary/formulary.ts'
import type { Medication } from '../../contract/clinical/medications.ts'
import { fold } from '../../contract/fold.ts'
import type { AppointmentType } from '../../contract/front-desk/appointments.ts'
import type { Gender } from '../../contract/people/patients.ts'
import type { InventoryItem } from '../../contract/store/items.ts'
import { itemCategories } from '../../contract/store/kinds.ts'
import type { Movement } from '../../contract/store/stock.ts'
import type { Ward } from '../../contract/wards/wards.ts'
import allergyContent from './content/allergies.json' with { type: 'json' }
import historyContent from './content/history.json' with { type: 'json' }
import medicineContent from './content/medicines.json' with { type: 'json' }
import nameContent from './content/names.json' with { type: 'json' }
import stayContent from './content/stays.json' with { type: 'json' }
import storeContent from './content/store.json' with { type: 'json' }
import visitContent from './content/visits.json' with { type: 'json' }

/** The content of the demo hospital, from the files of `content/`: TypeScript can't tell its words from any text. */

export const { nameGroups, streets, districts, mailDomains } = nameContent

export const asciiOf = (name: string) => fold(name).replaceAll(/[^a-z]/g, '')

/** The people who can have an illness: by age and sex, with another one in their history, and without others. */
export interface Suits {
  ages: [number, number]
  only?: Gender
  needs?: string
  not?: string[]
}

/** `{year}` in the text is a year in which it can have begun. */
type Condition = Suits & { key: string; text: string; likely: number }
export const conditions = historyContent as unknown as Condition[]

export interface Illness extends Suits {
  /** The indication of each medicine, by the medicine's name. */
  medicines?: Record<string, string>
  fever?: boolean
}
export interface StayIllness extends Illness {
  ward: Ward
  diagnosis: string
  /** Reception's note on admission. */
  note?: string
  /** The summary of patients who go home. */
  summary: string
  /** The wards to which patients may be moved. */
  onward?: Ward[]
}
export interface VisitIllness extends Illness {
  type: AppointmentType
  reason: string
  note: { findings: string; assessment: string; plan: string }
  /** Its medicines have no end date. Others end after a week, or after the time in their reason. */
  lasts?: boolean
  problem?: { diagnosis: string; icd10: string }
}
export const stayIllnesses = stayContent as unknown as StayIllness[]
export const visitIllnesses = visitContent as unknown as VisitIllness[]

/** A prescription with its dose, or with its dose per kilogram, in steps that can be measured. */
export interface Order extends Pick<Medication, 'name' | 'route' | 'frequency'> {
  dose?: number
  perKg?: number
  step?: number
}
/** A medicine of the demo hospital's own formulary. */
interface Medicine extends Omit<FormularyMedicine, 'id' | 'route' | 'version'> {
  adult: Order & { dose: number }
  /** Null if children are not given it. */
  child: Order | null
  /** The greatest age, and illnesses that rule it out. */
  until?: number
  unless?: string[]
  instead?: string
}
export const medicines = medicineContent as Medicine[]

/** Allergies that patients reported at reception, and others that doctors recorded, so that no list has one twice. */
export const allergies = { ...allergyContent, recorded: allergyContent.recorded as Allergen[] }

export const { leftoverDays, locations, suppliers, wardShares } = storeContent

/** A return, a miscount or damage, with how likely it is at the end of a day. */
type Correction = Pick<Movement, 'kind' | 'quantity' | 'cause' | 'reason'> & { likely: number }
export const corrections = storeContent.corrections as Correction[]

type InStore = Pick<InventoryItem, 'name' | 'category' | 'unit' | 'packSize' | 'reorderLevel' | 'cost'>
export interface StockedItem extends InStore, Pick<InventoryItem, 'isControlled' | 'description'> {
  dailyUse: number
  /** Places in the lists of suppliers and locations. */
  supplier: number
  location: number
  /** In days. Null if it does not expire. */
  shelfLife: number | null
}
export const stockedItems = itemCategories.flatMap((category) =>
  storeContent[category].map((line) => {
    const named = storeContent.columns.map((column, place) => [column, line[place] ?? null])
    const item = { category, ...Object.fromEntries(named) } as StockedItem
    return { ...item, isControlled: locations[item.location] === 'Controlled drugs cabinet' }
  }),
)
