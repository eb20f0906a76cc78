import type { Allergen } from '../../contract/clinical/allergen.ts'
import type { FormularyMedicine } from '../../contract/clinical/formulary/formulary.ts'
import type { Medication } from '../../contract/clinical/medications.ts'
import { fold } from '../../contract/fold.ts'
import type { AppointmentType, CancelReason } from '../../contract/front-desk/appointments.ts'
import type { Gender } from '../../contract/people/patients.ts'
import type { InventoryItem } from '../../contract/store/items.ts'
import { itemCategories } from '../../contract/store/kinds.ts'
import type { Movement } from '../../contract/store/stock.ts'
import type { Acuity, Destination } from '../../contract/wards/admissions.ts'
import type { Ward } from '../../contract/wards/wards.ts'
import allergyContent from './content/allergies.json' with { type: 'json' }
import clinicContent from './content/clinic.json' with { type: 'json' }
import historyContent from './content/history.json' with { type: 'json' }
import medicineContent from './content/medicines.json' with { type: 'json' }
import nameContent from './content/names.json' with { type: 'json' }
import populationContent from './content/population.json' with { type: 'json' }
import stayContent from './content/stays.json' with { type: 'json' }
import storeContent from './content/store.json' with { type: 'json' }
import visitContent from './content/visits.json' with { type: 'json' }
import wardJson from './content/wards.json' with { type: 'json' }

/** The content of the demo hospital, from the files of `content/`: TypeScript can't tell its words from any text. */

/** Each item with how often it occurs. */
type Weighted<Item> = [Item, number][]

const words = (text: string) => text.split(', ')

export const nameGroups = nameContent.groups.map(({ share, women, men, families }) => {
  return { share, women: words(women), men: words(men), families: words(families) }
})
export const streets = words(nameContent.streets)
export const districts = words(nameContent.districts)
export const mailDomains = words(nameContent.mailDomains)

export const asciiOf = (name: string) => fold(name).replaceAll(/[^a-z]/g, '')

interface PopulationContent {
  ages: Weighted<[number, number]>
  genders: Weighted<Gender>
  bloodGroups: Weighted<string | null>
  /** WHO medians: years, cm and kg. */
  growth: [number, number, number][]
  /** Usual below an age: pulse, respiratory rate and systolic pressure. */
  usualSigns: [number, number, number, number][]
  phones: Weighted<string>
  emails: Weighted<string>
  addresses: Weighted<string>
}
export const figures = populationContent as unknown as PopulationContent

/** The people who may have it: by age and sex, with an illness in their history, and without others. */
export interface Suits {
  ages: [number, number]
  only?: Gender
  needs?: string
  not?: string[]
}

/** `{year}` in the text is a year in which it can have begun. */
type Condition = Suits & { key: string; text: string; likely: number }
export const conditions = historyContent as unknown as Condition[]

interface Illness extends Suits {
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
  /** Its medicines go on; others end after a week, or when they say. */
  lasts?: boolean
  problem?: { diagnosis: string; icd10: string }
}
export const stayIllnesses = stayContent as unknown as StayIllness[]
export const visitIllnesses = visitContent as unknown as VisitIllness[]

export const visitTypes = clinicContent.types as Weighted<AppointmentType>
/** Only an appointment whose time has passed can be cancelled because the patient did not attend. */
export const cancelReasons = clinicContent.cancelReasons as Record<'ahead' | 'past', Weighted<CancelReason>>
export const { cancelNotes, roundHours, struckReasons } = clinicContent

type Order = Pick<Medication, 'route' | 'frequency'> & { item: string }
/** A medicine of the demo hospital's own formulary. */
interface Medicine extends Omit<FormularyMedicine, 'id' | 'route' | 'version'> {
  /** The prescription for an adult and for a child; null if children are not given it. */
  adult: Order & { dose: number }
  child: (Order & ({ dose: number } | { perKg: number; step: number })) | null
  /** The greatest age, and illnesses that rule it out. */
  until?: number
  unless?: string[]
  instead?: string
}
export const medicines = medicineContent as Medicine[]

/** Allergies that patients reported at reception, and others that doctors recorded, so that no list has one twice. */
export const allergies = { ...allergyContent, recorded: allergyContent.recorded as Allergen[] }

interface WardCustom {
  /** The notes of each bed, by its number. */
  beds: Record<string, string | null>
  /** Patients who are admitted straight to this ward in a day, and whether only by day. */
  arrivals: number
  byDay: boolean
  /** The shortest and the longest stay. */
  hours: [number, number]
  destinations: Weighted<Destination>
  /** Where patients are transferred afterwards. */
  next?: { ward: Ward; likely: number; reason: string }[]
  /** After a stay in this ward, patients aren't admitted again for 120 days. */
  once?: boolean
}
interface WardContent {
  customs: Record<Ward, WardCustom>
  /** How the acuity of inpatients goes on, from day to day. */
  courses: Record<'intensive' | 'usual', Weighted<Acuity[]>>
}
export const wardContent = { ...wardJson, ...(wardJson as unknown as WardContent) }

export const { leftoverDays, locations, suppliers } = storeContent
/** What is corrected at the end of a day now and then. */
export const corrections = storeContent.corrections as (Pick<
  Movement,
  'kind' | 'quantity' | 'cause' | 'reason'
> & {
  likely: number
})[]
export const wardShares = storeContent.wardShares as Weighted<Ward>

type InStore = Pick<
  InventoryItem,
  'name' | 'category' | 'unit' | 'packSize' | 'isControlled' | 'reorderLevel' | 'cost' | 'description'
>
export interface StockedItem extends InStore {
  dailyUse: number
  /** Places in the lists of suppliers and locations. */
  supplier: number
  location: number
  /** Days; null: it keeps. */
  shelfLife: number | null
}
export const stockedItems = itemCategories.flatMap((category) =>
  storeContent[category].map((line) => {
    const named = storeContent.columns.map((column, place) => [column, line[place] ?? null])
    const item = { category, ...Object.fromEntries(named) } as StockedItem
    return { ...item, isControlled: locations[item.location] === 'Controlled drugs cabinet' }
  }),
)
