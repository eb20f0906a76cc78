import { allergyState, allergyWords } from '../../../contract/clinical/allergy-words.ts'
import { genderNames, type Patient } from '../../../contract/patients.ts'
import { useSite } from '../../session/account.ts'
import { patientName } from '../../ui/format.ts'
import { Fitted } from '../../ui/print/Fitted.tsx'
import { QrCode } from '../../ui/print/QrCode.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import classes from './labels.module.css'

/** Who wears it, and what they can't tolerate; the code stands twice, so that one is seen however the wrist lies. */
export function Wristband({ patient, code }: { patient: Patient; code: string }) {
  const { hospitalName } = useSite()
  const qr = <QrCode text={code} label="Code of the patient" />
  return (
    <section className={classes.band} aria-label="Wristband">
      <div className={classes.along}>
        {qr}
        <div className={classes.words}>
          <Fitted
            texts={[patientName(patient)]}
            weight={700}
            width={92}
            height={12}
            largest={20}
            smallest={7}
          />
          <div className={classes.facts}>
            Born <DateOfBirth day={patient.dateOfBirth} /> {genderNames[patient.gender]}{' '}
            <span className={classes.number}>{patient.mrn}</span>
          </div>
          <Fitted texts={[hospitalName]} width={92} height={3.4} largest={7} smallest={5} />
        </div>
        <div className={classes.allergies}>
          <Fitted
            texts={allergyTexts(patient)}
            weight={700}
            width={54}
            height={17}
            largest={12}
            smallest={6}
          />
        </div>
        {qr}
      </div>
    </section>
  )
}

/** All of them; where they are too many for the band, how many more there are. */
function allergyTexts(patient: Patient): string[] {
  const state = allergyState(patient)
  if (state === 'none known') return ['No known allergies']
  if (state === 'not recorded') return ['Allergies not recorded']
  const whole = allergyWords(patient) ?? ''
  const each = whole.split('; ')
  const shorter = each.slice(1).map((_, left) => {
    const shown = each.slice(0, each.length - 1 - left)
    return `ALLERGIES: ${shown.join('; ')}; and ${left + 1} more on the record`
  })
  return [`ALLERGIES: ${whole}`, ...shorter, 'ALLERGIES: see the record']
}
