import { Button } from '@mantine/core'
import { IconHeartbeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { VitalSigns } from '../../../contract/clinical/vitals.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import { AllergyEntries } from '../../clinical/allergies/public.ts'
import { OwnSet } from '../../clinical/vitals/history/OwnSet.tsx'
import { RecordScore, RecordVitalsDialog } from '../../clinical/vitals/public.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { toast } from '../../ground/ui/toast.tsx'
import { LateIdentifiers } from '../../people/patients/identifiers/late.ts'
import { ReasonPanel } from '../../people/patients/restricted/ReasonPanel.tsx'
import classes from './PatientRecord.module.css'

/**
 * A restricted record that is not open to the user. What keeps the patient safe stays at hand: allergies, the last NEWS2,
 * and recording vital signs.
 */
export function ClosedRecord({ patient }: { patient: Patient }) {
  const mayDo = useMay()
  const [isRecording, record] = useState(false)
  const [own, setOwn] = useState<VitalSigns>()
  const [isReporting, report] = useState(false)
  return (
    <div className={classes.parts}>
      <ReasonPanel patientId={patient.id} />
      <LateIdentifiers patient={patient} isReadOnly />
      <RecordScore patient={patient} />
      {mayDo('clinical.observe') && (
        <div>
          <Button
            variant="default"
            leftSection={<IconHeartbeat size={16} aria-hidden="true" />}
            onClick={() => record(true)}
          >
            Record Vital Signs
          </Button>
        </div>
      )}
      {own && <OwnSet key={own.id} patient={patient} set={own} />}
      <AllergyEntries patient={patient} isRecording={isReporting} onRecording={report} />
      {isRecording && (
        <RecordVitalsDialog
          patient={patient}
          onSaved={(set) => {
            record(false)
            setOwn(set)
            toast.success('Vital signs recorded')
          }}
          onClose={() => record(false)}
        />
      )}
    </div>
  )
}
