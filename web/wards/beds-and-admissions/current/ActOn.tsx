import type { Patient } from '../../../../contract/people/patients.ts'
import type { Admission } from '../../../../contract/wards/admissions.ts'
import { AdmitDialog } from '../stays/AdmitDialog.tsx'
import { DischargeDialog } from '../stays/DischargeDialog.tsx'
import { EditAdmissionDialog } from '../stays/EditAdmissionDialog.tsx'
import { TakeBackDeathDialog } from '../stays/TakeBackDeathDialog.tsx'
import { TransferDialog } from '../stays/TransferDialog.tsx'
import { UpdateStatusDialog } from '../stays/UpdateStatusDialog.tsx'
import { inpatientOf } from '../words.ts'
import type { PatientAct } from './patient-acts.ts'

export interface Begun {
  act: PatientAct
  /** As it was when the act began. */
  admission: Admission | null
}

/** The dialog of an act on a patient or where they lie. */
export function ActOn({
  act,
  admission,
  patient,
  onClose,
}: Begun & { patient: Patient; onClose: () => void }) {
  if (act === 'takeBackDeath') return <TakeBackDeathDialog patient={patient} onClose={onClose} />
  if (act === 'admit') return <AdmitDialog patient={patient} onClose={onClose} />
  if (!admission) return null
  const inpatient = { ...inpatientOf(admission), patient }
  switch (act) {
    case 'status':
      return <UpdateStatusDialog inpatient={inpatient} onClose={onClose} />
    case 'transfer':
      return <TransferDialog inpatient={inpatient} onClose={onClose} />
    case 'discharge':
      return <DischargeDialog inpatient={inpatient} onClose={onClose} />
    case 'edit':
      return <EditAdmissionDialog inpatient={inpatient} onClose={onClose} />
  }
}
