import type { Bed } from '../../../../contract/wards/beds.ts'
import { PrintedLabel } from '../../../people/patients/public.ts'
import { DeleteBedDialog } from '../bed/DeleteBedDialog.tsx'
import { DescribeBedDialog } from '../bed/DescribeBedDialog.tsx'
import { MaintenanceDialog } from '../bed/MaintenanceDialog.tsx'
import { AdmitDialog } from '../stays/AdmitDialog.tsx'
import { DischargeDialog } from '../stays/DischargeDialog.tsx'
import { EditAdmissionDialog } from '../stays/EditAdmissionDialog.tsx'
import { TransferDialog } from '../stays/TransferDialog.tsx'
import { inpatientIn, isOccupied } from '../words.ts'
import type { BedAct } from './beds-search.ts'
import { VitalsRound } from './VitalsRound.tsx'

/** The dialog of an act. The bed is as it was when the dialog opened: changes by others are shown inside. */
export function BedDialog({
  act,
  bed,
  onOpen,
  onClose,
}: {
  act: BedAct
  bed: Bed
  /** Continues with another bed. */
  onOpen: (act: BedAct, bed: Bed) => void
  onClose: () => void
}) {
  switch (act) {
    case 'assign':
      return <AdmitDialog bed={bed} onClose={onClose} />
    case 'maintain':
      return <MaintenanceDialog bed={bed} onClose={onClose} />
    case 'describe':
      return <DescribeBedDialog bed={bed} onClose={onClose} />
    case 'delete':
      return <DeleteBedDialog bed={bed} onClose={onClose} />
    default:
      break
  }
  if (!isOccupied(bed)) return null
  const inpatient = inpatientIn(bed)
  switch (act) {
    case 'vitals':
      return <VitalsRound bed={bed} onNext={(next) => onOpen('vitals', next)} onClose={onClose} />
    case 'transfer':
      return <TransferDialog inpatient={inpatient} onClose={onClose} />
    case 'discharge':
      return <DischargeDialog inpatient={inpatient} onClose={onClose} />
    case 'edit':
      return <EditAdmissionDialog inpatient={inpatient} onClose={onClose} />
    case 'expectedDischarge':
      return <EditAdmissionDialog inpatient={inpatient} isForDischarge onClose={onClose} />
    case 'wristband':
      return <PrintedLabel kind="wristband" id={inpatient.patient.id} onDone={onClose} />
  }
}
