import { genderNames, type PatientIdentity } from '../../../contract/patients.ts'
import { useSite } from '../../session/account.ts'
import { formatMoment } from '../../ui/format.ts'
import { Allergies } from './Allergies.tsx'
import classes from './PatientIdentity.module.css'
import { DateOfBirth, PatientName } from './PatientIdentityLine.tsx'

/** Who this screen is about; stays in sight while it scrolls. */
export function PatientBanner({ patient }: { patient: PatientIdentity & { deceasedAt: string | null } }) {
  const { timeZone } = useSite()
  return (
    <section className={classes.banner} aria-label="Patient">
      <strong className={classes.name}>
        <PatientName patient={patient} />
      </strong>
      <dl className={classes.bannerFacts}>
        <div>
          <dt>Born</dt>
          <dd>
            <DateOfBirth day={patient.dateOfBirth} />
          </dd>
        </div>
        <div>
          <dt>Gender</dt>
          <dd>{genderNames[patient.gender]}</dd>
        </div>
        <div>
          <dt className="sr-only">MRN</dt>
          <dd>{patient.mrn}</dd>
        </div>
        {patient.deceasedAt && (
          <div>
            <dt>Died</dt>
            <dd>{formatMoment(patient.deceasedAt, timeZone)}</dd>
          </div>
        )}
      </dl>
      <div className={classes.bannerAllergies}>
        <Allergies allergies={patient.allergies} />
      </div>
    </section>
  )
}
