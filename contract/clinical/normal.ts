import { asCharted, type OxygenGiven, type Range, type SignName } from './signs.ts'
import { adultFrom } from './warnings/bands.ts'

/**
 * The usual values at an age. A sign outside of them is marked; nothing is decided by it.
 *
 * - Adults: what scores nothing in NEWS2 (Royal College of Physicians, 2017); a blood pressure of 140/90 and more is high
 *   and a diastolic of less than 60 low (NICE NG136; AHA); body mass index 18.5 to 24.9 (WHO).
 * - Children's pulse and respiratory rate: 1st to 99th centile of Fleming et al., Lancet 2011; 377: 1011–18.
 * - Children's blood pressure: Pediatric Advanced Life Support, American Heart Association, 2020.
 * - Children's temperature as adults'; saturation of 95 % and more (National PEWS, NHS England, 2023).
 */
interface AgeGroup {
  /** In months: up to, and not with. */
  under: number
  range: Range
}

const years = (count: number) => count * 12

const pulse: readonly AgeGroup[] = [
  { under: 3, range: [107, 181] },
  { under: 6, range: [104, 175] },
  { under: 9, range: [98, 168] },
  { under: 12, range: [93, 161] },
  { under: 18, range: [88, 156] },
  { under: 24, range: [82, 149] },
  { under: years(3), range: [76, 142] },
  { under: years(4), range: [70, 136] },
  { under: years(6), range: [65, 131] },
  { under: years(8), range: [59, 123] },
  { under: years(12), range: [52, 115] },
  { under: years(15), range: [47, 108] },
  { under: years(adultFrom), range: [43, 104] },
]
const respiratoryRate: readonly AgeGroup[] = [
  { under: 3, range: [25, 66] },
  { under: 6, range: [24, 64] },
  { under: 9, range: [23, 61] },
  { under: 12, range: [22, 58] },
  { under: 18, range: [21, 53] },
  { under: 24, range: [19, 46] },
  { under: years(3), range: [18, 38] },
  { under: years(4), range: [17, 33] },
  { under: years(6), range: [17, 29] },
  { under: years(8), range: [16, 27] },
  { under: years(12), range: [14, 25] },
  { under: years(15), range: [12, 23] },
  { under: years(adultFrom), range: [11, 22] },
]
const systolic: readonly AgeGroup[] = [
  { under: 1, range: [67, 84] },
  { under: 12, range: [72, 104] },
  { under: years(3), range: [86, 106] },
  { under: years(6), range: [89, 112] },
  { under: years(10), range: [97, 115] },
  { under: years(12), range: [102, 120] },
  { under: years(adultFrom), range: [110, 131] },
]
const diastolic: readonly AgeGroup[] = [
  { under: 1, range: [35, 53] },
  { under: 12, range: [37, 56] },
  { under: years(3), range: [42, 63] },
  { under: years(6), range: [46, 72] },
  { under: years(10), range: [57, 76] },
  { under: years(12), range: [61, 80] },
  { under: years(adultFrom), range: [64, 83] },
]
const children: Partial<Record<SignName, readonly AgeGroup[]>> = {
  temperature: [{ under: years(adultFrom), range: [36.1, 38] }],
  pulse,
  respiratoryRate,
  systolic,
  diastolic,
  oxygenSaturation: [{ under: years(adultFrom), range: [95, 100] }],
}
const adults: Partial<Record<SignName, Range>> = {
  temperature: [36.1, 38],
  pulse: [51, 90],
  respiratoryRate: [12, 20],
  systolic: [111, 139],
  diastolic: [60, 89],
  oxygenSaturation: [96, 100],
}

/** The usual range of a sign at an age in months; undefined where there is none. */
function normalRange(name: SignName, months: number): Range | undefined {
  if (months >= years(adultFrom)) return adults[name]
  return children[name]?.find(({ under }) => months < under)?.range
}

/** The facts that decide a set's target saturation. */
interface Aim {
  usesScale2?: boolean
  oxygen?: OxygenGiven | null
}
const scale2OnAir: Range = [88, 100]
const scale2OnOxygen: Range = [88, 92]

/** Where 88–92 % is aimed at: what scores nothing in NEWS2. On oxygen more than that is too much; undefined for others. */
export function aimedSaturation({ usesScale2 = false, oxygen }: Aim): Range | undefined {
  if (!usesScale2) return undefined
  return oxygen === 'OXYGEN' ? scale2OnOxygen : scale2OnAir
}

interface UsualRange {
  range: Range
  /** In months: where it begins and ends within what was asked for. */
  from: number | undefined
  until: number | undefined
}

/** The usual ranges of a sign from one age to another, both in months: a child grows out of one into the next. */
export function usualRanges(name: SignName, [first, last]: Range, aim: Aim = {}): UsualRange[] {
  const aimed = name === 'oxygenSaturation' && aimedSaturation(aim)
  if (aimed) return [{ range: aimed, from: undefined, until: undefined }]
  const range = adults[name]
  const groups = [...(children[name] ?? []), ...(range ? [{ under: Number.POSITIVE_INFINITY, range }] : [])]
  return groups.flatMap((group, index) => {
    const from = groups[index - 1]?.under ?? 0
    if (group.under <= first || from > last) return []
    return [
      {
        range: group.range,
        from: from > first ? from : undefined,
        until: group.under <= last ? group.under : undefined,
      },
    ]
  })
}

export type Deviation = 'low' | 'high'

/** Whether a number is below or above what is usual at this age, in months. */
export function deviation(
  name: SignName,
  value: number,
  { months, ...aim }: { months: number } & Aim,
): Deviation | undefined {
  const range = (name === 'oxygenSaturation' && aimedSaturation(aim)) || normalRange(name, months)
  if (!range) return undefined
  const read = asCharted(name, value)
  return read < range[0] ? 'low' : read > range[1] ? 'high' : undefined
}

const adultMassIndex: Range = [18.5, 24.9]

/** The deviation of a body mass index, which is judged for adults alone. */
export function massIndexDeviation(index: number, months: number): Deviation | undefined {
  if (months < years(adultFrom)) return undefined
  return index < adultMassIndex[0] ? 'low' : index > adultMassIndex[1] ? 'high' : undefined
}

/** Whole months between two days, yyyy-mm-dd. */
export function monthsOn(day: string, dateOfBirth: string): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const [bornYear = 0, bornMonth = 0] = dateOfBirth.split('-').map(Number)
  const months = (year - bornYear) * 12 + (month - bornMonth)
  return day.slice(8) < dateOfBirth.slice(8) ? months - 1 : months
}
