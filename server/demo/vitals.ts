import { news2 } from '../../contract/clinical/news2.ts'
import type { Consciousness, OxygenGiven } from '../../contract/clinical/signs.ts'
import { dayLength, hour, minute } from './calendar.ts'
import clinic from './content/clinic.json' with { type: 'json' }
import figures from './content/population.json' with { type: 'json' }
import { copyRows } from './load.ts'
import { ageOn, bodyOn, isSmall, type Population, toTenths } from './people.ts'
import { kinds, type Random, randomFrom } from './random.ts'
import type { Practice } from './staff.ts'
import type { Encounter } from './treatments.ts'

type Body = ReturnType<typeof bodyOf>

/**
 * Vital signs of inpatients at each round, and of some outpatients. High scores of the last month raised alerts:
 * attending doctors acknowledged them soon, except one, which is still open and known to its doctor.
 */
export async function fillVitals(hospital: Practice, all: readonly Encounter[]) {
  const { client, now } = hospital
  // One inpatient has just deteriorated, so that there is an alert to see.
  const worse = all.find(({ ward, until }) => ward === 'GENERAL' && until === now)
  const sets = all.flatMap((one, index) => setsOf(hospital, one, index, one === worse))
  await copyRows(hospital, { vital_signs: sets })
  const high = sets.filter(({ isHigh, recordedAt }) => isHigh && recordedAt > now - 30 * dayLength)
  const alerts = high.map((set) => {
    const acknowledgedAt = Math.min(now, set.recordedAt + 6 * minute)
    const acknowledged = !set.isOpen && { acknowledgedAt, acknowledgedBy: set.doctorId }
    return { ...set, raisedAt: set.recordedAt, ...acknowledged }
  })
  await copyRows(hospital, { news2_alert: alerts })
  await client.query(`
    select raise_notification('HIGH_NEWS2', id, told_of_news2(alert), with_score => score, at => raised_at)
    from news2_alert alert where acknowledged_at is null`)
}

function setsOf(hospital: Practice, one: Encounter, index: number, isWorse: boolean) {
  const random = randomFrom(hospital.seed, kinds.vitalSigns, index)
  const body = bodyOf(hospital, random, one)
  // A fever needs a temperature and a child's medicine a weight; a prescription that is repeated needs neither.
  const isSeen = one.ward !== null || body.hasFever || (one.illness?.medicines && isSmall(body))
  if (!isSeen && random.chance(0.45)) return []
  const moments = momentsOf(hospital, random, one)
  const { doctors } = hospital.staff
  const colleague = doctors[(doctors.indexOf(one.doctorId) + 1) % doctors.length] ?? one.doctorId
  return moments.flatMap((at, round) => {
    const isOpen = isWorse && at === moments.at(-1)
    const state = isOpen ? { ...body, severity: 1.2, from: at } : body
    const recordedBy = one.ward && (moments.length - round) % 2 === 1 ? colleague : one.doctorId
    const signs = setOf(random, one, state, at, round === 0)
    const scored = one.ward && news2({ ...signs, usesScale2: false }, body.age)
    const set = { ...signs, recordedBy, isOpen, score: scored?.score, isHigh: scored?.band === 'High' }
    if (!random.chance(0.004)) return [set]
    // One of another patient was struck through a little later.
    const struck = {
      struckAt: at + 6 * minute,
      struckBy: one.doctorId,
      struckReason: random.pick(clinic.struckReasons),
    }
    return [
      set,
      { ...set, pulse: Math.round(set.pulse * 1.5), isHigh: false, takenAt: at - 4 * minute, ...struck },
    ]
  })
}

/** On arrival, and on a ward at each round after that. */
function momentsOf({ clock }: Population, random: Random, { from, until, ward }: Encounter): number[] {
  if (ward === null) return [from + 2 * minute]
  const moments = [from + 25 * minute]
  for (let day = clock.dayAt(from); day <= clock.dayAt(until); day++) {
    for (const round of clinic.roundHours) {
      const at = clock.momentAt(day, round * 60 + random.between(-25, 25))
      if (at > from + 2 * hour) moments.push(at)
    }
  }
  return moments.filter((at) => at < until - 10 * minute)
}

/** A patient's own signs when well, the same at each visit and stay, and from 0 to 1 how ill they are at first. */
function bodyOf({ seed, clock }: Population, now: Random, { patient, from, illness, ward }: Encounter) {
  const random = randomFrom(seed, kinds.vitalSigns, Number.parseInt(patient.id.slice(0, 8), 16))
  const day = clock.dayAt(from)
  const age = ageOn(patient, day)
  const usual = figures.usualSigns.find(({ until }) => age < until) as (typeof figures.usualSigns)[number]
  const own = (sign: 'pulse' | 'respiratoryRate' | 'systolic') => usual[sign] * (0.93 + random.next() * 0.14)
  const signs = { pulse: own('pulse'), respiratoryRate: own('respiratoryRate'), systolic: own('systolic') }
  const severity =
    ward === 'ICU' ? 0.85 : ward === 'EMERGENCY' ? 0.55 : (ward ? 0.35 : 0.12) * (0.5 + now.next())
  const hasFever = illness?.fever ?? false
  return { age, ...signs, ...bodyOn(seed, patient, day), severity, hasFever, from }
}

/** One set of signs: patients get better within days of treatment. */
function setOf(random: Random, one: Encounter, body: Body, at: number, isFirst: boolean) {
  const { patient, doctorId, ward } = one
  const days = (at - body.from) / dayLength
  const ill = Math.max(0, body.severity * 0.8 ** days + (random.next() - 0.5) * 0.12)
  const near = (value: number, width: number) => Math.round(value + (random.next() - 0.5) * width)
  const systolic = near(body.systolic * (1 - ill * 0.16), 12)
  const saturation = Math.min(100, Math.max(84, near(97.6 - ill * 7, 2)))
  const oxygen: OxygenGiven = saturation < 93 || ill > 0.6 ? 'OXYGEN' : 'AIR'
  const isConfused = body.age > 74 && ill > 0.45 && random.chance(0.4)
  const consciousness: Consciousness =
    ward === 'ICU' && ill > 0.78 ? 'VOICE' : isConfused ? 'CONFUSION' : 'ALERT'
  const fever = body.hasFever ? (0.9 + ill * 1.6) * 0.6 ** days : 0
  const temperature = toTenths(36.6 + fever + (random.next() - 0.5) * 0.6)
  const pain = Math.min(10, Math.max(0, near(ill * 6, 3)))
  const isBrief = ward === null && !body.hasFever && random.chance(0.3)
  return {
    patient,
    doctorId,
    takenAt: at,
    recordedAt: at + random.between(1, 5) * minute,
    temperature: isBrief ? null : temperature,
    pulse: near(body.pulse * (1 + ill * 0.4), 9),
    respiratoryRate: isBrief ? null : near(body.respiratoryRate * (1 + ill * 0.5), 3),
    systolic,
    diastolic: Math.round(systolic * (0.58 + random.next() * 0.08)),
    oxygenSaturation: isBrief ? null : saturation,
    weight: isFirst ? body.weight : null,
    height: isFirst ? body.height : null,
    pain,
    consciousness: isBrief ? null : consciousness,
    oxygen: isBrief ? null : oxygen,
  }
}
