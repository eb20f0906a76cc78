// No dialog in this file is about a patient.
import { Switch, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { fold } from '../../../../contract/fold.ts'
import type { Gender } from '../../../../contract/people/patients.ts'
import { sexRuleReason } from '../../../../contract/wards/admissions.ts'
import { bedNumberWords, meantBeds } from '../../../../contract/wards/bed-numbers.ts'
import type { Bed } from '../../../../contract/wards/beds.ts'
import { needsReason } from '../../../../contract/wards/sex-rule.ts'
import {
  longestFloor,
  longestUnitName,
  longestUnitPhone,
  mergeUnit,
  UnitEdit,
  UnitForm,
} from '../../../../contract/wards/unit-changes.ts'
import { Unit } from '../../../../contract/wards/units.ts'
import {
  type SexRule,
  sexRuleNames,
  sexRules,
  type Ward,
  wardNames,
  wards,
} from '../../../../contract/wards/wards.ts'
import { useFormDraft } from '../../../ground/client/drafts.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import type { RecordFields } from '../../../ground/records/edit/differences.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { NewDialogForm } from '../../../ground/records/form/NewDialogForm.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useMe } from '../../../ground/sign-in/account.ts'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { DraftNotice } from '../../../ground/ui/form/DraftNotice.tsx'
import { countOf, formatNumber } from '../../../ground/ui/format.ts'
import { toast } from '../../../ground/ui/toast.tsx'
import { DepartmentField } from '../../../people/departments/public.ts'
import { WardField } from '../bed/BedFields.tsx'
import { bedsQuery } from '../queries.ts'
import { SexRuleQuestion } from '../stays/SexRuleQuestion.tsx'
import { useWardActions } from './ward-actions.ts'

/** 'Women', 'Everyone' */
export function sexRuleLabel(rule: SexRule | null): string {
  return rule ? sexRuleNames[rule] : 'Everyone'
}

interface EditedValues {
  name: string
  department: string
  floor: string
  phone: string
  cleanedByStaff: boolean
  sexRule: SexRule | null
}

const fields = {
  name: { label: 'Name' },
  department: { label: 'Department' },
  floor: { label: 'Floor' },
  phone: { label: 'Phone' },
  sexRule: { label: 'Who it is for', words: sexRuleLabel },
  cleanedByStaff: {
    label: 'Beds are cleaned by staff',
    words: (isCleaned) => (isCleaned ? 'Yes' : 'No'),
  },
} satisfies RecordFields<EditedValues>

function valuesOf(unit?: Unit): EditedValues {
  return {
    name: unit?.name ?? '',
    department: unit?.department ?? '',
    floor: unit?.floor ?? '',
    phone: unit?.phone ?? '',
    cleanedByStaff: unit?.cleanedByStaff ?? true,
    sexRule: unit?.sexRule ?? null,
  }
}

export function AddWardDialog({ onClose }: { onClose: () => void }) {
  const { add } = useWardActions()
  const adding = useNewRecord({
    thing: 'ward',
    blank: (): EditedValues & { ward: Ward | null } => ({ ...valuesOf(), ward: null }),
    schema: UnitForm,
    draftKey: 'unit:new',
    add,
    onAdded({ name }) {
      onClose()
      toast.success(`${name} added`)
    },
  })
  const { form } = adding
  return (
    <DialogFrame title="Add a ward" onClose={onClose}>
      <NewDialogForm adding={adding} onClose={onClose} label="Add ward" busyLabel="Adding…">
        <WardFields form={form}>
          <Choice
            label="Kind"
            description="Figures and reports count the ward as this kind. It can’t be changed later."
            withAsterisk
            placeholder="Choose a kind"
            data={wards.map((ward) => ({ value: ward, label: wardNames[ward] }))}
            {...form.getInputProps('ward')}
          />
        </WardFields>
      </NewDialogForm>
    </DialogFrame>
  )
}

/** `isClosed`: a colleague has closed it in the meantime. */
export function EditWardDialog({
  latest,
  isClosed,
  onClose,
}: {
  latest: Unit
  isClosed: boolean
  onClose: () => void
}) {
  const { edit: save } = useWardActions()
  const edit = useRecordEdit({
    thing: 'ward',
    latest,
    ended: isClosed ? 'closed' : undefined,
    record: Unit,
    fields,
    schema: UnitEdit,
    valuesOf,
    draftKey: `unit:${latest.id}`,
    save,
    told: ({ name }) => `${name} updated`,
    onSaved: onClose,
  })
  return (
    <DialogFrame title={<bdi>Edit {latest.name}</bdi>} onClose={onClose}>
      <EditDialogForm edit={edit} onClose={onClose} label={`Save ${latest.name}`} busyLabel="Saving…">
        <WardFields form={edit.form} unitId={latest.id} />
      </EditDialogForm>
    </DialogFrame>
  )
}

const everyone = 'EVERYONE'

function gendersIn(beds: readonly Bed[]): Gender[] {
  return beds.flatMap(({ patient }) => patient?.gender ?? [])
}

/** '1 man is in this ward now, and stays.' */
function stayingWords(rule: SexRule, others: number): string {
  const [one, several] = rule === 'FEMALE' ? ['man', 'men'] : ['woman', 'women']
  return others === 1
    ? `1 ${one} is in this ward now, and stays.`
    : `${formatNumber(others)} ${several} are in this ward now, and stay.`
}

function WardFields<Values extends EditedValues>({
  form,
  unitId,
  children,
}: {
  form: UseFormReturnType<Values>
  /** The ward that is edited. */
  unitId?: string
  children?: ReactNode
}) {
  const { data: beds = [] } = useQuery(bedsQuery)
  const { sexRule } = form.values
  const others = gendersIn(beds.filter((bed) => bed.unitId === unitId)).filter((gender) =>
    needsReason(sexRule, gender),
  ).length
  const ruleInput = form.getInputProps('sexRule')
  return (
    <>
      <TextInput
        label={fields.name.label}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={longestUnitName}
        placeholder="Ward 3 East"
        {...form.getInputProps('name')}
      />
      {children}
      <DepartmentField {...form.getInputProps('department')} />
      <div>
        <Choice
          label={fields.sexRule.label}
          description="It takes a reason to place a patient of the other sex."
          data={[
            { value: everyone, label: sexRuleLabel(null) },
            ...sexRules.map((rule) => ({ value: rule, label: sexRuleLabel(rule) })),
          ]}
          {...ruleInput}
          value={sexRule ?? everyone}
          onChange={(chosen) => ruleInput.onChange(chosen === everyone ? null : chosen)}
        />
        <Text size="xs" c="dimmed" mt={4} role="status">
          {sexRule && others > 0 && stayingWords(sexRule, others)}
        </Text>
      </div>
      <TextInput
        label={fields.floor.label}
        autoComplete="off"
        maxLength={longestFloor}
        {...form.getInputProps('floor')}
      />
      <TextInput
        label={fields.phone.label}
        type="tel"
        autoComplete="off"
        maxLength={longestUnitPhone}
        {...form.getInputProps('phone')}
      />
      <Switch
        label={fields.cleanedByStaff.label}
        description="If the settings ask for cleaning, a bed that a patient left is under maintenance until it is marked available. Without this, it is available at once."
        {...form.getInputProps('cleanedByStaff', { type: 'checkbox' })}
      />
    </>
  )
}

/** The beds that were meant, by the numbers that were typed. */
function meantAmong(beds: readonly Bed[]) {
  const byNumber = new Map(beds.map((bed) => [fold(bed.bedNumber), bed]))
  return z.object({
    bedNumbers: z.string().transform((typed, context): Bed[] => {
      const meant = meantBeds(typed)
      const numbers = 'numbers' in meant ? meant.numbers : []
      const unknown = numbers.filter((number) => !byNumber.has(fold(number)))
      const problem =
        'problem' in meant
          ? meant.problem
          : unknown.length > 0
            ? `There is no bed ${bedNumberWords(unknown)}.`
            : undefined
      if (problem) context.addIssue(problem)
      return numbers.flatMap((number) => byNumber.get(fold(number)) ?? [])
    }),
    sexRuleReason,
  })
}

export function MoveBedsDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const { move } = useWardActions()
  const { data: beds = [] } = useQuery(bedsQuery)
  const schema = meantAmong(beds)
  const [initialValues] = useState({ bedNumbers: '', sexRuleReason: '' })
  const { form, summary, onSubmit, busy } = useContractForm({
    schema,
    initialValues,
    async send(values) {
      const { bedNumbers, ...why } = schema.parse(values)
      const moved = await move(unit, { bedIds: bedNumbers.map(({ id }) => id), ...why })
      draft.forget()
      onClose()
      toast.success(`${countOf(moved.length, 'bed')} moved to ${unit.name}`)
    },
  })
  const draft = useFormDraft(form, useMe().id, `unit:move:${unit.id}`)
  const read = schema.safeParse(form.values)
  const meant = read.success ? read.data.bedNumbers : []
  const occupied = meant.filter(({ status }) => status === 'OCCUPIED').length
  return (
    <DialogFrame title={<bdi>Move beds to {unit.name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={meant.length > 0 ? `Move ${countOf(meant.length, 'bed')}` : 'Move beds'}
        busyLabel="Moving…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <Text c="dimmed">
          Patients move with their beds, and become inpatients of {unit.name}. Past admissions keep the ward
          that they were in.
        </Text>
        <div>
          <Textarea
            label="Bed numbers"
            withAsterisk
            aria-required
            description="A range, for example A-101 to A-130, or numbers with commas between them"
            autosize
            minRows={2}
            maxRows={8}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps('bedNumbers')}
          />
          <Text size="xs" c="dimmed" mt={4} role="status">
            {meant.length > 0 &&
              `${countOf(meant.length, 'bed')}, ${occupied === 0 ? 'none occupied' : `${occupied} occupied`}`}
          </Text>
        </div>
        <SexRuleQuestion
          unitId={unit.id}
          genders={gendersIn(meant.filter(({ unitId }) => unitId !== unit.id))}
          whom="other patients"
          input={form.getInputProps('sexRuleReason')}
        />
      </DialogForm>
    </DialogFrame>
  )
}

export function MergeDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const { merge } = useWardActions()
  const { data: beds = [] } = useQuery(bedsQuery)
  const [initialValues] = useState({ intoId: '', sexRuleReason: '' })
  const { form, summary, onSubmit, busy } = useContractForm({
    schema: mergeUnit.body,
    initialValues,
    async send(values) {
      const into = await merge(unit, mergeUnit.body.parse(values))
      draft.forget()
      onClose()
      toast.success(`${unit.name} merged into ${into.name}`)
    },
  })
  const draft = useFormDraft(form, useMe().id, `unit:merge:${unit.id}`)
  return (
    <DialogFrame title={<bdi>Merge {unit.name}</bdi>} onClose={onClose}>
      <DialogForm
        onSubmit={onSubmit}
        summary={summary}
        busy={busy}
        label={`Merge ${unit.name}`}
        busyLabel="Merging…"
        onCancel={() => {
          draft.forget()
          onClose()
        }}
        notice={<DraftNotice draft={draft} onStartOver={() => form.reset()} />}
      >
        <Text c="dimmed">
          Its beds, patients and nurses move to the other ward, and {unit.name} closes. This can’t be undone.
          Past admissions keep its name.
        </Text>
        <WardField
          {...form.getInputProps('intoId')}
          label="Into"
          value={form.values.intoId}
          ward={unit.ward}
          without={unit.id}
        />
        <SexRuleQuestion
          unitId={form.values.intoId}
          genders={gendersIn(beds.filter(({ unitId }) => unitId === unit.id))}
          whom="other patients"
          input={form.getInputProps('sexRuleReason')}
        />
      </DialogForm>
    </DialogFrame>
  )
}
