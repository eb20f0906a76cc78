import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deletePatient, type PatientIdentity } from '../../../contract/patients.ts'
import { ApiError, api } from '../../client/api.ts'
import { AboutBox } from '../../ui/AboutBox.tsx'
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { PatientIdentityLine } from '../identity/PatientIdentityLine.tsx'
import classes from './PatientList.module.css'

/** Asks before a record is retired. Stays open only when the record can't be deleted (400), with the reason. */
export function DeletePatientDialog({ patient, onClose }: { patient: PatientIdentity; onClose: () => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()

  async function confirm() {
    try {
      await api(deletePatient, { params: { id: patient.id } })
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) throw error
      onClose()
      toast.error(deletionFailure(error))
      return
    }
    onClose()
    toast.success('Patient deleted successfully')
    queryClient.removeQueries({ queryKey: ['patient', 'one', patient.id] })
    await queryClient.invalidateQueries({ queryKey: ['patient'] })
    await navigate({ to: '/patients', search: true })
  }

  return (
    <ConfirmDialog
      onClose={onClose}
      title="Confirm Deletion"
      confirmLabel="Yes"
      busyLabel="Deleting…"
      onConfirm={confirm}
    >
      Do you really want to delete this patient record?
      <AboutBox className={classes.whom}>
        <PatientIdentityLine patient={patient} />
      </AboutBox>
    </ConfirmDialog>
  )
}

function deletionFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return 'Deletion failed'
  return error.status === 401 ? 'Authentication required' : error.message
}
