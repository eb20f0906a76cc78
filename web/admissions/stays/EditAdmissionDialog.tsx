import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Admission, AdmissionEdit } from '../../../contract/admissions.ts'
import { ApiError } from '../../client/api.ts'
import { useFormDraft } from '../../client/drafts.ts'
import { useContractForm } from '../../client/forms.ts'
import { PatientSummary } from '../../patients/public.ts'
import { useMe, useSite } from '../../session/account.ts'
import { DialogForm } from '../../ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ui/dialog/DialogFrame.tsx'
import { DraftNotice } from '../../ui/form/DraftNotice.tsx'
import { formatDay, formatMoment, fullName } from '../../ui/format.ts'
import { ErrorState } from '../../ui/page/ErrorState.tsx'
import { Facts } from '../../ui/page/Facts.tsx'
import { toast } from '../../ui/toast.tsx'
import { refusedBy } from '../failures.ts'
import { admissionQuery, useBedActions } from '../queries.ts'
import { type Inpatient, placeWords } from '../words.ts'
import classes from './Admission.module.css'
import { AdmissionFields, type AdmissionValues } from './AdmissionFields.tsx'

/** Changes what was said of an admission: doctor, diagnosis, expected discharge, notes. */
export function EditAdmissionDialog({ inpatient, onClose }: { inpatient: Inpatient; onClose: () => void }) {
  const admission = useQuery(admissionQuery(inpatient.admissionId))
  return (
    <DialogFrame title={<bdi>Edit the admission of {fullName(inpatient.patient)}</bdi>} onClose={onClose}>
      {admission.data ? (
        <EditForm latest={admission.data} onClose={onClose} />
      ) : admission.error ? (
        <ErrorState
          title="The admission could not be loaded"
          error={admission.error}
          onRetry={() => admission.refetch()}
          retrying={admission.isFetching}
        />
      ) : (
        <Skeleton h={420} radius="md" role="status" aria-label="Loading the admission" />
      )}
    </DialogFrame>
  )
}

function valuesOf({ doctorId, diagnosis, expectedDischargeDate, notes }: Admission): AdmissionValues {
  return {
    doctorId: doctorId ?? '',
    diagnosis: diagnosis ?? '',
    expectedDischargeDate: expectedDischargeDate ?? '',
    notes: notes ?? '',
  }
}

interface Conflict {
  theirs: Admission
  by: string | undefined
  at: string
}

function EditForm({ latest, onClose }: { latest: Admission; onClose: () => void }) {
  const me = useMe()
  const { timeZone } = useSite()
  const { edit } = useBedActions()
  /** What the edit is made from; somebody else's change does not slip in unseen. */
  const [base, setBase] = useState(latest)
  const [conflict, setConflict] = useState<Conflict>()
  const [initialValues] = useState(() => valuesOf(latest))
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: AdmissionEdit,
    initialValues,
    async send(values) {
      await edit(base, AdmissionEdit.parse(values))
      draft.forget()
      onClose()
      toast.success(`Admission of ${fullName(latest.patient)} updated`)
    },
    onFailure(error) {
      if (error instanceof ApiError && error.status === 412) {
        const current = Admission.safeParse(error.problem.current)
        if (current.success) {
          const { changedBy: by, changedAt } = error.problem
          setConflict({ theirs: current.data, by, at: changedAt ?? current.data.updatedAt })
          return true
        }
      }
      return refusedBy('Update failed')(error)
    },
  })
  const draft = useFormDraft(form, me.id, `admission:edit:${latest.id}`)

  function goOn(values?: AdmissionValues) {
    if (!conflict) return
    if (values) form.setValues(values)
    setBase(conflict.theirs)
    setConflict(undefined)
  }

  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Update admission"
      busyLabel="Updating…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={
        <>
          <DraftNotice draft={draft} onStartOver={() => form.setValues(valuesOf(base))} />
          {conflict && (
            <Alert
              color="amber"
              role="alert"
              title={`${conflict.by ?? 'Somebody else'} changed this admission on ${formatMoment(conflict.at, timeZone)}`}
            >
              <div className={classes.theirs}>
                Nothing of yours is lost. As it is now:
                <Facts
                  columns={2}
                  facts={[
                    { label: 'Diagnosis', value: conflict.theirs.diagnosis },
                    {
                      label: 'Attending doctor',
                      value: conflict.theirs.doctor && fullName(conflict.theirs.doctor),
                    },
                    {
                      label: 'Expected discharge',
                      value:
                        conflict.theirs.expectedDischargeDate &&
                        formatDay(conflict.theirs.expectedDischargeDate),
                    },
                    { label: 'Notes', value: conflict.theirs.notes },
                  ]}
                />
                <Group gap="xs">
                  <Button size="compact-sm" variant="default" onClick={() => goOn()}>
                    Go on with mine
                  </Button>
                  <Button size="compact-sm" variant="default" onClick={() => goOn(valuesOf(conflict.theirs))}>
                    Take theirs
                  </Button>
                </Group>
              </div>
            </Alert>
          )}
        </>
      }
    >
      <PatientSummary patient={latest.patient} now={`Lies in ${placeWords(latest.bed)}`} />
      <AdmissionFields form={form} present={base.doctor ?? undefined} />
    </DialogForm>
  )
}
