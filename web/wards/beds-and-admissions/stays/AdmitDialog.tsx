import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { Patient } from '../../../../contract/people/patients.ts'
import { AdmissionForm } from '../../../../contract/wards/admissions.ts'
import { type Bed } from '../../../../contract/wards/beds.ts'
import type { Ward } from '../../../../contract/wards/wards.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName, patientName } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { PatientPicker, patientQuery, SummaryWithPhoto } from '../../../people/patients/public.ts'
import { bedsQuery, patientAdmissionsQuery, useBedActions } from '../queries.ts'
import { isOccupied, placeWords } from '../words.ts'
import { AdmissionFields, type AdmissionValues } from './AdmissionFields.tsx'
import { BedPicker } from './BedPicker.tsx'
import { FreeBeds } from './FreeBeds.tsx'
import { SexRuleQuestion } from './SexRuleQuestion.tsx'

interface AdmitValues extends AdmissionValues {
  patientId: string
  bedId: string
  sexRuleReason: string
  /** Stays the same on every attempt, so that one form never admits twice. */
  attemptKey: string
}

// Errors are listed in the order of the fields.
const { patientId, bedId, sexRuleReason, diagnosis, ...others } = AdmissionForm.shape
const schema = z.strictObject({
  patientId,
  bedId,
  sexRuleReason,
  diagnosis,
  ...others,
  attemptKey: z.string(),
})

const acute: readonly Ward[] = ['ICU', 'EMERGENCY']

/** Not a failure: the bed was seen to be taken before anything was sent. */
class BedGone extends Error {}

/**
 * Admits somebody: to this bed, and who is still to be found; or this patient, and the bed is still to be chosen. If
 * somebody else takes the bed meanwhile, all that was typed stays, and other beds are offered.
 */
export function AdmitDialog({
  bed: firstBed,
  patient,
  onClose,
}: { onClose: () => void } & ({ bed: Bed; patient?: undefined } | { patient: Patient; bed?: undefined })) {
  const me = useMe()
  const { admit } = useBedActions()
  const beds = useQuery(bedsQuery).data
  const [initialValues] = useState<AdmitValues>(() => ({
    patientId: patient?.id ?? '',
    bedId: firstBed?.id ?? '',
    sexRuleReason: '',
    doctorId: me.isDoctor ? me.id : '',
    diagnosis: '',
    expectedDischargeDate: '',
    notes: '',
    attemptKey: newAttemptKey(),
  }))
  /** The bed that the server refused because somebody was faster. */
  const [refused, setRefused] = useState<string>()
  const [told, setTold] = useState(0)
  const [isDone, setDone] = useState(false)

  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      if (firstBed && isTaken) throw new BedGone()
      const { attemptKey, ...body } = schema.parse(values)
      setDone(true)
      const admission = await admit(body, attemptKey).catch((error: unknown) => {
        setDone(false)
        throw error
      })
      draft.forget()
      onClose()
      toast.success('Bed status updated to occupied', {
        detail: `${patientName(admission.patient)} admitted to ${placeWords(admission.bed)}.`,
      })
    },
    onFailure(error) {
      if (error instanceof BedGone) {
        setTold((count) => count + 1)
        return true
      }
      const isBedLost =
        error instanceof ApiError && ['bed_occupied', 'bed_not_available'].includes(error.problem.code)
      if (isBedLost && firstBed) {
        setRefused(form.getValues().bedId)
        setTold((count) => count + 1)
        return true
      }
      return refusedBy('Update failed')(error)
    },
  })
  const draft = useFormDraft(
    form,
    me.id,
    patient ? `patient:admit:${patient.id}` : `bed:assign:${firstBed?.id}`,
  )
  // A draft may have gone on with another bed, when this one was taken.
  const { setValues } = form
  const pressed = firstBed?.status === 'AVAILABLE' ? firstBed.id : undefined
  useEffect(() => {
    if (pressed) setValues({ bedId: pressed })
  }, [pressed, setValues])
  const { bedId, patientId } = form.values
  const bedNow = beds?.find((one) => one.id === bedId)
  const bed = bedNow ?? (bedId === firstBed?.id ? firstBed : undefined)
  const isTaken = !isDone && (bedId === refused || (beds !== undefined && bedNow?.status !== 'AVAILABLE'))
  const { data: before } = useQuery({
    ...patientAdmissionsQuery(patient?.id ?? ''),
    enabled: patient !== undefined,
  })
  // Nobody comes back to intensive care because they left the hospital from there.
  const lastWard = before?.items.map(({ bed: last }) => last.ward).find((ward) => !acute.includes(ward))
  const currentBed = beds?.find((one) => isOccupied(one) && one.patientId === patientId)
  // The picker reads the record by this query too.
  const { data: picked } = useQuery({ ...patientQuery(patientId), enabled: !patient && patientId !== '' })
  const gender = (patient ?? picked)?.gender

  return (
    <DialogFrame
      title={
        patient ? <bdi>Admit {fullName(patient)}</bdi> : `Assign Patient to ${(bed ?? firstBed).bedNumber}`
      }
      onClose={onClose}
    >
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={patient ? `Admit ${fullName(patient)}` : 'Assign'}
        busyLabel={patient ? 'Admitting…' : 'Assigning...'}
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={
          <>
            {firstBed && isTaken && (
              <FreeBeds
                lost={bed ?? firstBed}
                gender={gender}
                told={told}
                onChoose={(other) => form.setFieldValue('bedId', other.id)}
              />
            )}
            <DraftNotice draft={draft} onStartOver={() => form.reset()} />
          </>
        }
      >
        {patient ? (
          <>
            <SummaryWithPhoto patient={patient} />
            <BedPicker {...form.getInputProps('bedId')} value={bedId} patient={patient} lastWard={lastWard} />
          </>
        ) : (
          <div>
            <PatientPicker
              {...form.getInputProps('patientId')}
              label="Enter Patient ID"
              description="MRN, name or phone, or scan the label"
              withAsterisk
              value={patientId || null}
              onChange={(id) => form.setFieldValue('patientId', id ?? '')}
            />
            {currentBed && !busy && !isDone && (
              <Alert color="amber" role="status" mt="xs" title="Already in a bed">
                This patient is already in {placeWords(currentBed)}. Transfer the patient instead.
              </Alert>
            )}
          </div>
        )}
        <SexRuleQuestion
          unitId={bed?.unitId}
          genders={gender ? [gender] : []}
          input={form.getInputProps('sexRuleReason')}
        />
        <AdmissionFields form={form} />
      </DialogForm>
    </DialogFrame>
  )
}
