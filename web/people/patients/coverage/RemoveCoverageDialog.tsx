import type { Coverage } from '../../../../contract/people/coverage.ts'
import type { Patient } from '../../../../contract/people/patients.ts'
import { ConfirmDialog } from '../../../ground/ui/dialog/ConfirmDialog.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'

/** Asks before coverage that was entered in error is removed. */
export function RemoveCoverageDialog({
  patient,
  coverage: { payerName, memberNumber },
  onRemove,
  onClose,
}: {
  patient: Patient
  coverage: Coverage
  onRemove: () => Promise<void>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Remove this coverage?"
      confirmLabel="Remove coverage"
      busyLabel="Removing…"
      onConfirm={onRemove}
    >
      <PatientSummary patient={patient} now={<bdi>{`${payerName}, member ${memberNumber}`}</bdi>} />
      <p>Remove only what was entered in error. Coverage that has ended gets a last day instead.</p>
    </ConfirmDialog>
  )
}
