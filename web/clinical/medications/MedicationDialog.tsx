import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  readDose,
  unsafeName,
  unsafeNumber,
  unsafeWriting,
} from '../../../contract/clinical/abbreviations.ts'
import {
  doseUnitNames,
  doseUnits,
  frequencyNames,
  type Medication,
  medicationFrequencies,
  medicationRoutes,
  orderWords,
  routeNames,
} from '../../../contract/clinical/medications.ts'
import type { Patient } from '../../../contract/people/patients.ts'
import type { PrescribableMedicine } from '../../../contract/store/items.ts'
import { newAttemptKey } from '../../ground/client/attempt-key.ts'
import { useFormDraft } from '../../ground/client/drafts.ts'
import { type ContractForm, useContractForm } from '../../ground/client/forms.ts'
import { refusedBy } from '../../ground/records/failures.ts'
import { useMe } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import {
  useSecondPerson,
  wasNotCountersigned,
} from '../../ground/sign-in/second-person/use-second-person.tsx'
import { DialogForm } from '../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { DayField } from '../../ground/ui/form/DayField.tsx'
import { DraftNotice } from '../../ground/ui/form/DraftNotice.tsx'
import { fullName } from '../../ground/ui/format.ts'
import { FieldGrid } from '../../ground/ui/page/Section.tsx'
import { AllergyQuestion, PatientSummary } from '../../people/patients/public.ts'
import { UnlikelyQuestion, useUnlikely } from '../entries/public.ts'
import { filledBy } from './chosen-medicine.ts'
import { DoseWarning } from './DoseWarning.tsx'
import { useDosed } from './dose-check.ts'
import { MedicineField } from './MedicineField.tsx'
import {
  blankMedication,
  changeSchema,
  keptReason,
  type MedicationValues,
  prescribingSchema,
} from './medication-form.ts'
import { useMedicationActions } from './queries.ts'
import { SafeWriting } from './SafeWriting.tsx'

interface Props {
  isOpen: boolean
  patient: Patient
  /** The current medication that is changed; none for a new one. */
  changed?: Medication | undefined
  onSaved: () => void
  onClose: () => void
}

const options = <Value extends string>(values: readonly Value[], names: Record<Value, string>) =>
  values.map((value) => ({ value, label: names[value] }))
const unitOptions = options(doseUnits, doseUnitNames)
const routeOptions = options(medicationRoutes, routeNames)
const frequencyOptions = options(medicationFrequencies, frequencyNames)

/**
 * Prescribes or changes a medicine. It needs a reason if there is a recorded allergy, or if the dose is above the
 * formulary's maximum or lacks a child's weight. It asks about duplicates.
 */
export function MedicationDialog(props: Props) {
  const { isOpen, patient, changed, onClose } = props
  if (!isOpen) return null
  const act = changed ? `Change ${changed.name} of` : 'Prescribe for'
  return (
    <DialogFrame
      title={
        <bdi>
          {act} {fullName(patient)}
        </bdi>
      }
      onClose={onClose}
    >
      <Form {...props} />
    </DialogFrame>
  )
}

function Form({ patient, changed, onSaved, onClose }: Props) {
  const today = useToday()
  const { prescribe, change } = useMedicationActions()
  const { withSecondPerson, dialog } = useSecondPerson(<PatientSummary patient={patient} />)
  const unlikely = useUnlikely()
  const isMeant = (values: MedicationValues) => unlikely.evenIf(['name'], { ...values }).length > 0
  const [initialValues] = useState(() => blankMedication(today, newAttemptKey(), changed, patient))
  const contractForm: ContractForm<MedicationValues> = useContractForm({
    schema: changed ? changeSchema(isMeant) : prescribingSchema(isMeant),
    initialValues,
    async send(values) {
      if (changed) {
        const body = bodyOf(changeSchema(isMeant).parse(values))
        const act = { endpoint: 'changeMedication', id: changed.id, body } as const
        await withSecondPerson(act, (countersignature) =>
          change(changed.id, { ...body, countersignature }, values.attemptKey),
        )
      } else {
        const body = bodyOf(prescribingSchema(isMeant).parse(values))
        const act = { endpoint: 'prescribeMedication', id: patient.id, body } as const
        await withSecondPerson(act, (countersignature) =>
          prescribe(patient.id, { ...body, countersignature }, values.attemptKey),
        )
      }
      draft.forget()
      onSaved()
    },
    onFailure: (error) =>
      wasNotCountersigned(error) ||
      unlikely.holdsBack(error, { ...contractForm.form.getValues() }) ||
      refusedBy('Not saved')(error),
  })
  const { form, summary, onSubmit, busy } = contractForm
  const draft = useFormDraft(form, useMe().id, `medication:${changed?.id ?? patient.id}`)
  const { values, getValues, setFieldValue } = form
  useEffect(() => {
    // An earlier reason does not cover an allergy that another name or a colleague brings in.
    const before = changed?.allergyReason
    if (before && getValues().allergyReason === before && !keptReason(changed, values.name, patient))
      setFieldValue('allergyReason', '')
  }, [changed, patient, values.name, getValues, setFieldValue])
  const dosed = useDosed(patient)
  // The values that choosing a medicine filled in. Choosing another one may replace them.
  const filled = useRef({ dose: '', unit: null as MedicationValues['unit'] })
  function choose(medicine: PrescribableMedicine) {
    const next = filledBy(medicine, dosed?.formulary ?? [], dosed ? dosed.byWeight !== null : true)
    const { dose, unit } = getValues()
    if (dose.trim() === '' || dose === filled.current.dose) setFieldValue('dose', next.dose)
    if (unit === null || unit === filled.current.unit) setFieldValue('unit', next.unit)
    filled.current = next
  }

  return (
    <>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={changed ? 'Change medication' : 'Prescribe'}
        busyLabel="Saving…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <PatientSummary patient={patient} now={changed && `Now: ${changed.name}, ${orderWords(changed)}`} />
        <div>
          <MedicineField {...form.getInputProps('name')} value={values.name} onChoose={choose} />
          <SafeWriting
            text={values.name}
            find={unsafeName}
            onWrite={(text) => form.setFieldValue('name', text)}
          />
        </div>
        <AllergyQuestion
          of={patient}
          name={values.name}
          label="Reason to prescribe it despite the allergy"
          input={form.getInputProps('allergyReason')}
        />
        <FieldGrid>
          <div>
            <TextInput
              label="Dose"
              inputMode="decimal"
              withAsterisk
              aria-required
              autoComplete="off"
              maxLength={12}
              {...form.getInputProps('dose')}
            />
            <SafeWriting
              text={readDose(values.dose)}
              find={unsafeNumber}
              onWrite={(text) => form.setFieldValue('dose', text)}
            />
          </div>
          <Choice
            label="Unit"
            placeholder="Choose one"
            withAsterisk
            data={unitOptions}
            {...form.getInputProps('unit')}
          />
          <Choice
            label="Route"
            placeholder="Choose one"
            withAsterisk
            data={routeOptions}
            {...form.getInputProps('route')}
          />
          <Choice
            label="Frequency"
            placeholder="Choose one"
            withAsterisk
            data={frequencyOptions}
            {...form.getInputProps('frequency')}
          />
          <DayField
            label="Start"
            today={today}
            earliest={null}
            {...form.getInputProps('startsOn')}
            value={values.startsOn}
          />
          <DayField
            label="End"
            today={today}
            required={false}
            {...form.getInputProps('endsOn')}
            value={values.endsOn}
          />
        </FieldGrid>
        <DoseWarning of={dosed} changed={changed} form={form} />
        <div>
          <TextInput
            label="Instructions"
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('instructions')}
          />
          <SafeWriting
            text={values.instructions}
            find={unsafeWriting}
            onWrite={(text) => form.setFieldValue('instructions', text)}
          />
        </div>
        <TextInput label="Indication" autoComplete="off" maxLength={500} {...form.getInputProps('reason')} />
        {changed && (
          <TextInput
            label="Reason for the change"
            withAsterisk
            aria-required
            autoComplete="off"
            maxLength={500}
            {...form.getInputProps('changeReason')}
          />
        )}
        <UnlikelyQuestion of={unlikely} values={{ ...values }} busy={busy} onMeant={() => onSubmit()} />
      </DialogForm>
      {dialog}
    </>
  )
}

/** The contract reads a dose as it is written; a schema's output has it as a number. */
function bodyOf<Body extends { dose: number }>(body: Body) {
  return { ...body, dose: String(body.dose) }
}
