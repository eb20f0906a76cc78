import type { Admission } from '../../../contract/admissions.ts'
import type { Patient } from '../../../contract/patients.ts'
import { inpatientOf } from '../words.ts'
import { AdmitDialog } from './AdmitDialog.tsx'
import { DischargeDialog } from './DischargeDialog.tsx'
import { EditAdmissionDialog } from './EditAdmissionDialog.tsx'
import type { PatientAct } from './patient-acts.ts'
import { TakeBackDeathDialog } from './TakeBackDeathDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'
import { UpdateStatusDialog } from './UpdateStatusDialog.tsx'

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
