import type { ReactNode } from 'react'
import { genderNames, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { Allergies } from './Allergies.tsx'
import classes from './PatientIdentity.module.css'
import { DateOfBirth, PatientName } from './PatientIdentityLine.tsx'

/** The patient of this screen; stays in sight while it scrolls. */
export function PatientBanner({
  patient,
  isTitle = false,
  photo,
}: {
  patient: PatientIdentity & { deceasedAt: string | null; restrictedSince?: string | null }
  /** It is the title of the page, too: a record needs no other. */
  isTitle?: boolean
  photo?: ReactNode
}) {
  const { timeZone } = useSite()
  const Name = isTitle ? 'h1' : 'strong'
  return (
    <section className={classes.banner} aria-label="Patient">
      {photo && <div data-photo>{photo}</div>}
      <Name className={classes.name}>
        <PatientName patient={patient} />
      </Name>
      <dl className={classes.bannerFacts}>
        <div>
          <dt>Born</dt>
          <dd>
            <DateOfBirth of={patient} />
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
        {patient.restrictedSince && (
          <div>
            <dt className="sr-only">Record</dt>
            <dd>Restricted</dd>
          </div>
        )}
        {patient.deceasedAt && (
          <div>
            <dt>Died</dt>
            <dd>{formatMoment(patient.deceasedAt, timeZone)}</dd>
          </div>
        )}
      </dl>
      <Allergies of={patient} most={160} />
    </section>
  )
}
