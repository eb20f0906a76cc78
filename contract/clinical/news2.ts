import {
  asCharted,
  type Consciousness,
  consciousnessLevels,
  type OxygenGiven,
  type SignName,
} from './signs.ts'
import { adultFrom, type News2Band } from './warnings/bands.ts'

/**
 * NEWS2: Royal College of Physicians, National Early Warning Score (NEWS) 2, 2017: chart 1 (the scoring system), chart
 * 2 (thresholds) and the response of chart 4. For people aged 16 or over who are not pregnant.
 */

/** The signs that NEWS2 counts. `usesScale2`: a clinician has set the target saturation to 88–92 %. */
export interface Scored {
  respiratoryRate: number | null
  oxygenSaturation: number | null
  oxygen: OxygenGiven | null
  usesScale2: boolean
  systolic: number | null
  pulse: number | null
  consciousness: Consciousness | null
  temperature: number | null
}
export type News2Parameter = Exclude<keyof Scored, 'usesScale2'>

export interface News2Score {
  score: number
  band: News2Band
  /** Each parameter's own score, 0 to 3. */
  parameters: Record<News2Parameter, number>
}

const parameterNames: Record<News2Parameter, string> = {
  respiratoryRate: 'respiratory rate',
  oxygenSaturation: 'oxygen saturation',
  oxygen: 'air or oxygen',
  systolic: 'systolic blood pressure',
  pulse: 'pulse',
  consciousness: 'consciousness',
  temperature: 'temperature',
}
export const news2Parameters = Object.keys(parameterNames) as News2Parameter[]

/** The highest value of each step with its score; what is above them all has the last score. */
interface Steps {
  upTo: readonly (readonly [highest: number, score: number])[]
  above: number
}

const steps = {
  respiratoryRate: {
    upTo: [
      [8, 3],
      [11, 1],
      [20, 0],
      [24, 2],
    ],
    above: 3,
  },
  systolic: {
    upTo: [
      [90, 3],
      [100, 2],
      [110, 1],
      [219, 0],
    ],
    above: 3,
  },
  pulse: {
    upTo: [
      [40, 3],
      [50, 1],
      [90, 0],
      [110, 1],
      [130, 2],
    ],
    above: 3,
  },
  temperature: {
    upTo: [
      [35, 3],
      [36, 1],
      [38, 0],
      [39, 1],
    ],
    above: 2,
  },
} as const satisfies Partial<Record<SignName, Steps>>

const scale1: Steps = {
  upTo: [
    [91, 3],
    [93, 2],
    [95, 1],
  ],
  above: 0,
}
/** With oxygen, more than what is aimed at scores as well; on air it does not. */
const scale2OnOxygen: Steps = {
  upTo: [
    [83, 3],
    [85, 2],
    [87, 1],
    [92, 0],
    [94, 1],
    [96, 2],
  ],
  above: 3,
}
const scale2OnAir: Steps = {
  upTo: [
    [83, 3],
    [85, 2],
    [87, 1],
  ],
  above: 0,
}

function scoreIn({ upTo, above }: Steps, value: number): number {
  return upTo.find(([highest]) => value <= highest)?.[1] ?? above
}

/** The signs that are missing from a full set, worded for the end of a sentence; empty if none are. */
export function missingForNews2(set: Scored): string[] {
  return news2Parameters.filter((name) => set[name] === null).map((name) => parameterNames[name])
}

/** The score of a full set; null where something is missing, or for somebody of less than 16 years. */
export function news2(set: Scored, age: number): News2Score | null {
  const { respiratoryRate, oxygenSaturation, oxygen, systolic, pulse, consciousness, temperature } = set
  if (age < adultFrom) return null
  if (respiratoryRate === null || oxygenSaturation === null || oxygen === null) return null
  if (systolic === null || pulse === null || consciousness === null || temperature === null) return null
  const scale2 = oxygen === 'OXYGEN' ? scale2OnOxygen : scale2OnAir
  const parameters = {
    respiratoryRate: scoreIn(steps.respiratoryRate, respiratoryRate),
    oxygenSaturation: scoreIn(set.usesScale2 ? scale2 : scale1, oxygenSaturation),
    oxygen: oxygen === 'OXYGEN' ? 2 : 0,
    systolic: scoreIn(steps.systolic, systolic),
    pulse: scoreIn(steps.pulse, pulse),
    consciousness: consciousness === consciousnessLevels[0] ? 0 : 3,
    temperature: scoreIn(steps.temperature, asCharted('temperature', temperature)),
  }
  const scores = Object.values(parameters)
  const score = scores.reduce((sum, one) => sum + one, 0)
  return { score, band: bandOf(score, Math.max(...scores)), parameters }
}

function bandOf(score: number, highest: number): News2Band {
  if (score >= 7) return 'High'
  if (score >= 5) return 'Medium'
  return highest === 3 ? 'Low–medium' : 'Low'
}

export const news2Source = 'Royal College of Physicians, NEWS2, 2017, chart 4'

/** The response that chart 4 asks for at a score, in short, and the minimum frequency of observations. */
export function news2Response({ score, band }: Pick<News2Score, 'score' | 'band'>): {
  response: string
  advice: string
} {
  switch (band) {
    case 'High':
      return {
        response: 'Emergency response',
        advice:
          'Inform the medical team now, at registrar level or above. Assessment by a team with critical care skills. Monitor continuously.',
      }
    case 'Medium':
      return {
        response: 'Urgent response',
        advice:
          'Inform the medical team now. Urgent assessment by a clinician or team skilled in acute illness. Monitor at least every hour.',
      }
    case 'Low–medium':
      return {
        response: 'Urgent ward-based response',
        advice:
          'One sign alone scores 3. Inform the medical team, who review the patient and decide on escalation. Monitor at least every hour.',
      }
    case 'Low':
      return score === 0
        ? { response: 'Routine monitoring', advice: 'Monitor at least every 12 hours.' }
        : {
            response: 'Ward-based response',
            advice: 'A registered nurse assesses the patient. Monitor at least every 4 to 6 hours.',
          }
  }
}
