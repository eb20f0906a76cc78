import { ActionIcon, Input, Skeleton, Switch } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Patient } from '../../../../contract/people/patients.ts'
import {
  editRestriction,
  openHours,
  Restriction,
  RestrictionForm,
  readRestriction,
} from '../../../../contract/people/restricted-records.ts'
import { api } from '../../../ground/client/api.ts'
import { following } from '../../../ground/client/live/following.ts'
import { EditDialogForm } from '../../../ground/records/edit/EditDialogForm.tsx'
import { useRecordEdit } from '../../../ground/records/edit/record-edit.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { fullName } from '../../../ground/ui/format.ts'
import { useStaff, useUnlistedStaff } from '../../staff/public.ts'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { patientQuery } from '../queries.ts'
import classes from './Restricted.module.css'

function restrictionQuery(id: string) {
  return queryOptions({
    queryKey: ['patient', 'restriction', id],
    ...following([`record-access:${id}`], (options) => api(readRestriction, { params: { id } }, options)),
  })
}

/** Restricts a record or lifts its restriction, and says who sees it without giving a reason. */
export function RestrictDialog({ patient, onClose }: { patient: Patient; onClose: () => void }) {
  const restriction = useQuery(restrictionQuery(patient.id))
  return (
    <DialogFrame title={<bdi>Restrict the record of {fullName(patient)}</bdi>} onClose={onClose}>
      <Loaded
        query={restriction}
        failed="The restriction could not be loaded"
        loading={<Skeleton h={280} radius="md" />}
      >
        {(latest) => <Restricting patient={patient} latest={latest} onClose={onClose} />}
      </Loaded>
    </DialogFrame>
  )
}

interface Values {
  isRestricted: boolean
  readerIds: string[]
}

const valuesOf = ({ restrictedSince, readers }: Restriction): Values => ({
  isRestricted: restrictedSince !== null,
  readerIds: readers.map(({ id }) => id),
})

const inOrder = (ids: readonly string[]) => ids.toSorted().join()

function Restricting({
  patient,
  latest,
  onClose,
}: {
  patient: Patient
  latest: Restriction
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const [search, setSearch] = useState('')
  const { first, staff: found } = useStaff(search)
  const names = new Map(latest.readers.map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? 'A colleague'
  const edit = useRecordEdit({
    thing: 'restriction',
    latest,
    record: Restriction,
    fields: {
      isRestricted: { label: 'Restricted', words: (value: boolean) => (value ? 'Yes' : 'No') },
      readerIds: {
        label: 'People on the list',
        words: (ids: string[]) => ids.map(nameOf).join(', ') || 'Nobody',
        same: (one: string[], other: string[]) => inOrder(one) === inOrder(other),
      },
    },
    schema: RestrictionForm,
    valuesOf,
    draftKey: `restriction:${latest.id}`,
    save: (body, { id, version }) => api(editRestriction, { params: { id }, body }, { version }),
    told: ({ restrictedSince }) =>
      restrictedSince ? 'The record is restricted' : 'The record is not restricted any more',
    async onSaved(saved) {
      queryClient.setQueryData(restrictionQuery(saved.id).queryKey, saved)
      onClose()
      await queryClient.invalidateQueries(patientQuery(saved.id))
    },
  })
  const { isRestricted, readerIds } = edit.form.values
  const unlisted = useUnlistedStaff(first.data, readerIds)
  for (const one of [...(first.data ?? []), ...(found.data ?? []), ...unlisted])
    names.set(one.id, fullName(one) || one.email)
  const choices = [...(first.data ?? []), ...(found.data ?? [])].filter(
    ({ id, active }, at, all) =>
      active && !readerIds.includes(id) && all.findIndex((one) => one.id === id) === at,
  )
  const put = (ids: string[]) => edit.form.setFieldValue('readerIds', ids)
  const readersError = Object.entries(edit.form.errors).find(([path]) => path.startsWith('readerIds'))?.[1]

  return (
    <EditDialogForm edit={edit} onClose={onClose} label="Save restriction" busyLabel="Saving…">
      <PatientSummary patient={patient} />
      <Switch
        label="Restrict this record"
        description={`Anyone who is neither on the list nor treating the patient gives a reason, and then sees it for ${openHours} hours. Name, date of birth, allergies and NEWS2 always show.`}
        {...edit.form.getInputProps('isRestricted', { type: 'checkbox' })}
      />
      {isRestricted && (
        <div>
          <Choice
            label="Add a colleague to the list"
            placeholder="Name"
            value={null}
            searchValue={search}
            onSearchChange={setSearch}
            isLoading={first.isPending}
            data={choices.map((one) => ({ value: one.id, label: fullName(one) || one.email }))}
            onChange={(id) => {
              if (id) put([...readerIds, id])
              setSearch('')
            }}
          />
          {readersError && <Input.Error mt={4}>{readersError}</Input.Error>}
          {readerIds.length === 0 ? (
            <p className={classes.none}>Nobody is on the list yet.</p>
          ) : (
            <ul className={classes.readers} aria-label="People on the list">
              {readerIds.map((id) => (
                <li key={id}>
                  <bdi>{nameOf(id)}</bdi>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="lg"
                    aria-label={`Remove ${nameOf(id)} from the list`}
                    onClick={() => put(readerIds.filter((one) => one !== id))}
                  >
                    <IconX size={16} aria-hidden="true" />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </EditDialogForm>
  )
}
