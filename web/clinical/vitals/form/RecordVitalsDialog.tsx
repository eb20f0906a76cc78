import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  consciousnessLevels,
  consciousnessNames,
  oxygenChoices,
  oxygenNames,
  type SignName,
  signNames,
  unitOf,
  writable,
} from '../../../../contract/clinical/signs.ts'
import type { VitalSigns } from '../../../../contract/clinical/vitals.ts'
import { adultFrom } from '../../../../contract/clinical/warnings/bands.ts'
import { ageOn, type PatientIdentity } from '../../../../contract/people/patients.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { type ContractForm, useContractForm } from '../../../ground/client/forms.ts'
import { refusedBy } from '../../../ground/records/failures.ts'
import { useMay, useMe, useSite } from '../../../ground/sign-in/account.ts'
import { hospitalNow, useToday, useWallClock } from '../../../ground/sign-in/hospital-clock.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { DayField } from '../../../ground/ui/form/DayField.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { FieldGrid } from '../../../ground/ui/page/Section.tsx'
import { PatientSummary } from '../../../people/patients/public.ts'
import { UnlikelyQuestion, useUnlikely } from '../../entries/public.ts'
import { News2 } from '../News2.tsx'
import { useVitalsActions } from '../queries.ts'
import { useUnits } from '../units.ts'
import classes from '../Vitals.module.css'
import { earlyWarningQuery } from '../warning/queries.ts'
import { signLabels } from '../words.ts'
import { blankVitals, restoredVitals, scoredSoFar, type VitalsValues, vitalsSchema } from './vitals-form.ts'

const beforeConsciousness = [
  'temperature',
  'pulse',
  'respiratoryRate',
  'systolic',
  'diastolic',
  'oxygenSaturation',
] as const
const afterConsciousness = ['pain', 'weight', 'height'] as const

/** Records a set of vital signs. What was typed survives, and what is unlikely is asked about once. */
export function RecordVitalsDialog({
  patient,
  now,
  onSaved,
  onClose,
}: {
  patient: PatientIdentity & { deceasedAt?: string | null }
  /** How things stand with the patient: the bed that they are in. */
  now?: ReactNode
  onSaved: (set: VitalSigns) => void
  onClose: () => void
}) {
  return (
    <DialogFrame title={<bdi>Record vital signs of {fullName(patient)}</bdi>} onClose={onClose}>
      <VitalsForm patient={patient} now={now} onSaved={onSaved} onClose={onClose} />
    </DialogFrame>
  )
}

function VitalsForm({ patient, now, onSaved, onClose }: Parameters<typeof RecordVitalsDialog>[0]) {
  const { timeZone } = useSite()
  const today = useToday()
  const clock = useWallClock()
  const { record } = useVitalsActions()
  const latest = useQuery(earlyWarningQuery(patient.id))
  const maySetTarget = useMay()('clinical.respond')
  const unlikely = useUnlikely()
  // As it was opened: what is typed keeps its meaning should the hospital change its units.
  const units = useState(useUnits())[0]
  const schema = vitalsSchema({ timeZone, units }, (values) => unlikely.evenIf(signNames, values))
  const [initialValues] = useState(() =>
    // For a patient who has died, only earlier sets can be recorded.
    blankVitals(clock, newAttemptKey(), { isEarlier: Boolean(patient.deceasedAt) }),
  )
  const contractForm: ContractForm<VitalsValues> = useContractForm({
    schema,
    initialValues,
    async send(values) {
      // Left out, the target stays as it is by then, also if a doctor has changed it meanwhile.
      const sent = maySetTarget ? withScale(values) : { ...values, usesScale2: null }
      const set = await record(patient.id, schema.parse(sent), values.attemptKey)
      draft.forget()
      onSaved(set)
    },
    onFailure: (error) =>
      unlikely.holdsBack(error, contractForm.form.getValues()) || refusedBy('Not saved')(error),
  })
  const { form, summary, onSubmit, busy } = contractForm
  const draft = useFormDraft(
    form,
    useMe().id,
    `vitals:${patient.id}:${Object.values(units).join()}`,
    (kept, typedAt) => restoredVitals(kept, { typedAt, now: hospitalNow(), timeZone }),
  )
  const values = withScale(form.values)
  const isTargetUnknown = values.usesScale2 === null && latest.isError
  const age = ageOn(today, patient.dateOfBirth)

  /** Without a choice in the form, the saturation target of the last set applies. */
  function withScale(typed: VitalsValues) {
    const before = latest.data?.usesScale2 ?? null
    return { ...typed, usesScale2: (maySetTarget ? typed.usesScale2 : null) ?? before }
  }

  const field = (name: SignName) => (
    <TextInput
      key={name}
      label={`${signLabels[name]} (${name === 'pain' ? '0–10' : unitOf(name, units)})`}
      inputMode={writable(name, units).decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      maxLength={8}
      {...form.getInputProps(name)}
    />
  )

  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label="Record vital signs"
      busyLabel="Saving…"
      onCancel={() => {
        draft.forget()
        onClose()
      }}
      notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
    >
      <PatientSummary patient={patient} now={now} />
      <div className={classes.fields}>
        {beforeConsciousness.map(field)}
        <Choice
          label={signLabels.oxygen}
          placeholder="Choose one"
          clearable
          data={oxygenChoices.map((value) => ({ value, label: oxygenNames[value] }))}
          {...form.getInputProps('oxygen')}
          value={values.oxygen}
        />
        <Choice
          label={signLabels.consciousness}
          placeholder="Choose one"
          clearable
          data={consciousnessLevels.map((value) => ({ value, label: consciousnessNames[value] }))}
          {...form.getInputProps('consciousness')}
          value={values.consciousness}
        />
        {afterConsciousness.map(field)}
      </div>
      {age >= adultFrom && (
        <Checkbox
          label="Target saturation is 88–92 % (SpO₂ scale 2)"
          description={
            isTargetUnknown
              ? `The last vital signs could not be loaded. The target stays as it was${maySetTarget ? ', unless you change it' : ''}.`
              : maySetTarget
                ? 'For confirmed hypercapnic respiratory failure, as decided by a doctor'
                : 'Only a doctor can change it'
          }
          disabled={!maySetTarget}
          checked={values.usesScale2 ?? false}
          indeterminate={values.usesScale2 === null}
          onChange={(event) => form.setFieldValue('usesScale2', event.currentTarget.checked)}
        />
      )}
      <Checkbox
        label="Taken earlier"
        checked={values.isEarlier}
        onChange={(event) => form.setFieldValue('isEarlier', event.currentTarget.checked)}
      />
      {values.isEarlier && (
        <FieldGrid>
          <DayField
            label="Date"
            today={today}
            earliest={null}
            latest={today}
            {...form.getInputProps('takenDay')}
            value={values.takenDay}
          />
          <TextInput type="time" label="Time" withAsterisk required {...form.getInputProps('takenAt')} />
        </FieldGrid>
      )}
      {!isTargetUnknown && <News2 set={scoredSoFar(values, units)} age={age} />}
      <UnlikelyQuestion of={unlikely} values={form.values} busy={busy} onMeant={() => onSubmit()} />
    </DialogForm>
  )
}
