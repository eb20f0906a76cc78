import type { AppointmentType } from '../../contract/appointments.ts'
import type { Allergen } from '../../contract/clinical/allergen.ts'
import type { DoseUnit, MedicationFrequency, MedicationRoute } from '../../contract/clinical/medications.ts'
import type { ItemUnit } from '../../contract/inventory-items.ts'
import type { Gender } from '../../contract/patients.ts'
import { type ItemCategory, itemCategories } from '../../contract/store/kinds.ts'
import type { Ward } from '../../contract/wards.ts'
import allergyContent from './content/allergies.json' with { type: 'json' }
import historyContent from './content/history.json' with { type: 'json' }
import medicineContent from './content/medicines.json' with { type: 'json' }
import nameContent from './content/names.json' with { type: 'json' }
import stayContent from './content/stays.json' with { type: 'json' }
import storeContent from './content/store.json' with { type: 'json' }
import visitContent from './content/visits.json' with { type: 'json' }

/** The content of the demo hospital, which stands in the files of `content/`: TypeScript can't tell its words from any text. */

const words = (text: string) => text.split(', ')

export const nameGroups = nameContent.groups.map(({ share, women, men, families }) => ({
  share,
  women: words(women),
  men: words(men),
  families: words(families),
}))
export const streets = words(nameContent.streets)
export const districts = words(nameContent.districts)
export const mailDomains = words(nameContent.mailDomains)

/** Who may have it: by age and sex, with an illness of the history, and without others. */
export interface Suits {
  ages: [number, number]
  only?: Gender
  needs?: string
  not?: string[]
}

export interface Condition extends Suits {
  key: string
  /** {year} is a year in which it can have begun. */
  text: string
  likely: number
}
export const conditions = historyContent as Condition[]

/** What somebody is treated for. */
interface Illness extends Suits {
  /** What each medicine is given for, by the medicine's name. */
  medicines?: Record<string, string>
  fever?: boolean
}
export interface StayIllness extends Illness {
  ward: Ward
  diagnosis: string
  /** What reception noted when they were admitted. */
  note?: string
  /** Of those who go home. */
  summary: string
  /** The wards to which somebody with this may be moved. */
  onward?: Ward[]
}
export interface VisitIllness extends Illness {
  type: AppointmentType
  reason: string
  note: [findings: string, assessment: string, plan: string]
  /** Its medicines go on; others end after a week, or when they say. */
  lasts?: boolean
  /** The diagnosis with its ICD-10 code. */
  problem?: [string, string]
}
export const stayIllnesses = stayContent as unknown as StayIllness[]
export const visitIllnesses = visitContent as unknown as VisitIllness[]

export interface Order {
  item: string
  route: MedicationRoute
  frequency: MedicationFrequency
}
export interface Medicine {
  name: string
  unit: DoseUnit
  /** The largest single dose; by weight, or whatever the weight, for a child. Null: not for children. */
  maxDose: number
  maxDailyDose: number | null
  maxDosePerKg: number | null
  maxChildDose: number | null
  adult: Order & { dose: number }
  child: (Order & ({ dose: number } | { perKg: number; step: number })) | null
  /** The oldest who are given it, and illnesses with which nobody is. */
  until?: number
  unless?: string[]
  instead?: string
}
export const medicines = medicineContent as Medicine[]

/** The demo hospital's formulary. */
export const formulary = medicines.map(
  ({ name, unit, maxDose, maxDailyDose, maxDosePerKg, maxChildDose }) => {
    return { name, route: null, unit, maxDose, maxDailyDose, maxDosePerKg, maxChildDose }
  },
)

export const toldAllergies = allergyContent.told
/** Other substances than those that were told, so that none is said twice. */
export const recordedAllergies = allergyContent.recorded.map((one) => ({
  ...one,
  isNoneKnown: false,
})) as Allergen[]

export const { locations } = storeContent
export const suppliers = storeContent.suppliers as [name: string, contact: string][]

export interface StockedItem {
  name: string
  category: ItemCategory
  unit: ItemUnit
  reorderLevel: number
  cost: number
  dailyUse: number
  supplier: number
  location: number
  /** Days; null: it keeps. */
  shelfLife: number | null
  description: string | null
}
type Line = [string, ItemUnit, number, number, number, number, number, number | null, string?]
export const stockedItems: StockedItem[] = itemCategories.flatMap((category) =>
  (storeContent[category] as Line[]).map(
    ([name, unit, reorderLevel, cost, dailyUse, supplier, location, shelfLife, description = null]) => {
      return {
        name,
        category,
        unit,
        reorderLevel,
        cost,
        dailyUse,
        supplier,
        location,
        shelfLife,
        description,
      }
    },
  ),
)
