import { allergenWords, allergyState, isNoneConfirmed } from '../../../../contract/clinical/allergy-words.ts'
import { genderNames, type Patient } from '../../../../contract/people/patients.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { fullName, patientName } from '../../../ground/ui/format.ts'
import { Fitted } from '../../../ground/ui/print/Fitted.tsx'
import { QrCode } from '../../../ground/ui/print/QrCode.tsx'
import { DateOfBirth } from '../identity/PatientIdentityLine.tsx'
import classes from './labels.module.css'

/** The patient's identity and allergies. The code is printed twice, so that one can be scanned however the wrist lies. */
export function Wristband({
  patient,
  code,
  photo,
}: {
  patient: Patient
  code: string
  /** Printed in grey, because printers of bands have one colour. */
  photo?: string
}) {
  const { hospitalName } = useSite()
  const qr = <QrCode text={code} label="Code of the patient" />
  return (
    <section className={classes.band} aria-label="Wristband">
      <div className={classes.along}>
        {qr}
        {photo && <img className={classes.photo} src={photo} alt={fullName(patient)} />}
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
            Born <DateOfBirth of={patient} /> {genderNames[patient.gender]}{' '}
            <span className={classes.number}>{patient.mrn}</span>
          </div>
          <Fitted texts={[hospitalName]} width={92} height={3.4} largest={7} smallest={5} />
        </div>
        <div className={classes.allergies}>
          <Fitted
            texts={allergyTexts(patient)}
            weight={700}
            width={photo || patient.allergens.length < 4 ? 54 : 79}
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

/** All of them; where they are too many for the band, all without their reactions, or how many more there are. */
function allergyTexts(patient: Patient): string[] {
  const state = allergyState(patient)
  if (state === 'none known')
    return [isNoneConfirmed(patient) ? 'No known allergies' : 'No known allergies, to be confirmed']
  if (state === 'not recorded') return ['Allergies not recorded']
  const whole = patient.allergens.map(allergenWords)
  const each = patient.allergens.map((allergen) => allergenWords({ ...allergen, reaction: null }))
  const shorter = each.slice(1).map((_, left) => {
    const shown = each.slice(0, each.length - 1 - left)
    return `ALLERGIES: ${shown.join('; ')}; and ${left + 1} more on the record`
  })
  return [
    ...[whole, each].map((all) => `ALLERGIES: ${all.join('; ')}`),
    ...shorter,
    `ALLERGIES: ${each.length} on the record`,
  ]
}
