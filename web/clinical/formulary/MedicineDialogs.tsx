// No dialog in this file is about a patient.
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { FormularyMedicine } from '../../../contract/clinical/formulary/formulary.ts'
import {
  doseUnitNames,
  doseUnits,
  medicationRoutes,
  routeNames,
} from '../../../contract/clinical/medications.ts'
import { EditDialogForm } from '../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { DialogFrame } from '../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { FieldGrid } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import {
  everyRoute,
  type MedicineValues,
  medicineFields,
  medicineSchema,
  medicineValues,
} from './formulary-form.ts'
import { useFormularyActions } from './queries.ts'

export function AddMedicineDialog({ onClose }: { onClose: () => void }) {
  const { add } = useFormularyActions()
  const adding = useNewRecord({
    thing: 'medicine',
    blank: medicineValues,
    schema: medicineSchema,
    draftKey: 'formulary:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added to the formulary`)
    },
  })
  const { form } = adding
  return (
    <DialogFrame title="Add a medicine to the formulary" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add medicine" busyLabel="Adding…">
        <MedicineFields form={form} />
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isRemoved`: a colleague has removed it in the meantime. */
export function EditMedicineDialog({
  latest,
  isRemoved,
  onClose,
}: {
  latest: FormularyMedicine
  isRemoved: boolean
  onClose: () => void
}) {
  const { edit: save } = useFormularyActions()
  const edit = useRecordEdit({
    thing: 'medicine',
    latest,
    ended: isRemoved ? 'removed' : undefined,
    record: FormularyMedicine,
    fields: medicineFields,
    schema: medicineSchema,
    valuesOf: medicineValues,
    draftKey: `formulary:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <MedicineFields form={edit.form} />
      </EditDialogForm>
    </DialogFrame>
  )
}

const required = { withAsterisk: true, 'aria-required': true } as const

function MedicineFields({ form }: { form: UseFormReturnType<MedicineValues> }) {
  const input = (name: keyof MedicineValues) => ({
    label: medicineFields[name].label,
    ...form.getInputProps(name),
  })
  const number = (name: keyof MedicineValues) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 12,
    ...input(name),
  })
  return (
    <>
      <TextInput
        {...input('name')}
        {...required}
        description="The substance, without brand or strength"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
      />
      <FieldGrid>
        <Choice
          {...input('unit')}
          {...required}
          description="Applies to every maximum below"
          placeholder="Choose one"
          data={doseUnits.map((unit) => ({ value: unit, label: doseUnitNames[unit] }))}
        />
        <Choice
          {...input('route')}
          description="Only if the maximum differs by route"
          placeholder={everyRoute}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the route' }}
          data={medicationRoutes.map((route) => ({ value: route, label: routeNames[route] }))}
        />
        <TextInput {...number('maxDose')} {...required} description="The largest dose for an adult" />
        <TextInput {...number('maxDailyDose')} description="Total for one day" />
        <TextInput {...number('maxDosePerKg')} description="Under 18 years, or below 40 kg" />
        <TextInput {...number('maxChildDose')} description="Regardless of the child’s weight" />
      </FieldGrid>
    </>
  )
}
