import { type CheckDigit, hasCheckDigit } from '../../contract/people/identifier-rules.ts'
import systems from './content/identifiers.json' with { type: 'json' }
import { copyRows } from './load.ts'
import { firstRecordOf, registeredAt } from './people.ts'
import { kinds, randomFrom, uuidAt } from './random.ts'
import type { Practice } from './staff.ts'

/** Adds the identifier systems, and identifiers of most patients. */
export async function fillIdentifiers(hospital: Practice): Promise<void> {
  await copyRows(hospital, { identifier_system: structuredClone(systems), patient_identifier: rows() })

  function* rows() {
    const { seed, size } = hospital
    for (let index = 0; index < size; index++) {
      if (firstRecordOf(index) !== index) continue
      const random = randomFrom(seed, kinds.patientIdentifier, index)
      for (const [place, { pattern, checkDigit, share, isExclusive }] of systems.entries()) {
        if (!random.chance(share)) continue
        yield {
          patientId: uuidAt(seed, kinds.patient, index),
          systemId: uuidAt(seed, kinds.identifierSystem, place),
          isExclusive,
          value: identifierAt(index, pattern, checkDigit as CheckDigit | null),
          createdAt: registeredAt(hospital, index),
        }
      }
    }
  }
}

/** Two patients have never the same: their places are multiplied by what divides no number of that many digits. */
function identifierAt(index: number, pattern: string, checkDigit: CheckDigit | null): string {
  const places = pattern.replace(/[^#]/g, '').length - (checkDigit ? 1 : 0)
  const number = 2 * 10 ** (places - 1) + ((index * 7_368_787) % (7 * 10 ** (places - 1)))
  const written = (check: string) => {
    const digits = [...String(number), ...check]
    return pattern
      .replace(/@/g, () => String.fromCharCode(65 + (index % 26)))
      .replace(/#/g, () => digits.shift() ?? '')
  }
  if (!checkDigit) return written('')
  const all = [...'0123456789'].map(written)
  return all.find((value) => hasCheckDigit(checkDigit, value)) ?? written('0')
}
