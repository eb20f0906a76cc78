import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deletePatient, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { api } from '../../../ground/client/api.ts'
import { DeleteDialog } from '../../../ground/records/DeleteDialog.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import classes from './PatientList.module.css'

/** Asks before a record is retired, which an open appointment or a current admission forbids. */
export function DeletePatientDialog({ patient, onClose }: { patient: PatientIdentity; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <DeleteDialog
      title="Confirm Deletion"
      confirmLabel="Yes"
      deleted="Patient deleted successfully"
      notDeleted={`The record of ${fullName(patient)} was not deleted`}
      onDelete={() => api(deletePatient, { params: { id: patient.id } })}
      onDeleted={async () => {
        queryClient.removeQueries({ queryKey: ['patient', 'one', patient.id] })
        await navigate({ to: '/patients', search: true })
      }}
      onClose={onClose}
    >
      Do you really want to delete this patient record?
      <div className={classes.identity}>
        <PatientSummary patient={patient} />
      </div>
    </DeleteDialog>
  )
}
