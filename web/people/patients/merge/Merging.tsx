import { Alert, Button, Radio, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconArrowsExchange } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type MergedField,
  type MergePreview,
  mergePatients,
  type RecordToMerge,
} from '../../../../contract/people/duplicates/merges.ts'
import { api } from '../../../ground/client/api.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { refusedBy } from '../../../ground/records/failures.ts'
import { FormFrame } from '../../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../../ground/records/form/new-record.tsx'
import { useSite } from '../../../ground/sign-in/account.ts'
import {
  useSecondPerson,
  wasNotCountersigned,
} from '../../../ground/sign-in/second-person/use-second-person.tsx'
import { formatMoment, patientName } from '../../../ground/ui/format.ts'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { Allergies } from '../identity/Allergies.tsx'
import { PatientSummary } from '../identity/PatientSummary.tsx'
import { deceasedLook, restrictedLook } from '../words.ts'
import classes from './Merge.module.css'
import { bodyOf, mergeSchema, sides, suggested, swapped } from './merge-form.ts'
import { countWords, fieldLabels, valueWords } from './words.ts'

/** Which of two records survives, and which value it has in each field; what moves, and what stands in the way. */
export function Merging({ preview, onOther }: { preview: MergePreview; onOther: () => void }) {
  const { records, differing, refusals } = preview
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { withSecondPerson, dialog } = useSecondPerson(
    records.map((record) => <PatientSummary key={record.id} patient={record} />),
  )
  const merging = useNewRecord({
    thing: 'merge',
    blank: () => suggested(preview),
    schema: mergeSchema,
    draftKey: `merge:${records
      .map(({ id }) => id)
      .toSorted()
      .join(':')}`,
    add(chosen, idempotencyKey) {
      const body = bodyOf(chosen, sides(records, chosen.survivorId), differing)
      return withSecondPerson(
        { endpoint: 'mergePatients', id: chosen.survivorId, body },
        (countersignature) =>
          api(
            mergePatients,
            { body: countersignature ? { ...body, countersignature } : body },
            { idempotencyKey },
          ),
      )
    },
    async onAdded({ survivorId, mergedMrn }) {
      const [survivor] = sides(records, survivorId)
      toast.success(`${mergedMrn} was merged into ${survivor.mrn}`)
      await navigate({ to: '/patients/$id', params: { id: survivorId } })
      await queryClient.invalidateQueries({ queryKey: ['patient'] })
    },
    onFailure: (error) => wasNotCountersigned(error) || refusedBy('Not merged')(error),
  })
  const { form } = merging
  const { values } = form
  const [survivor, other] = sides(records, values.survivorId)
  const isBlocked = refusals.length > 0
  const handedOver = preview.handedOver.filter(({ patientId }) => patientId === other.id)

  return (
    <>
      <FormFrame
        of={{ ...merging, isBlocked }}
        saveLabel="Merge Records"
        busyLabel="Merging…"
        closing={
          <Button variant="default" onClick={onOther}>
            Choose Another
          </Button>
        }
      >
        <div className={classes.parts}>
          {isBlocked && (
            <Alert
              color="orange"
              icon={<IconAlertTriangle aria-hidden="true" />}
              title="These records can’t be merged yet"
            >
              <ul>
                {refusals.map(({ code, detail }) => (
                  <li key={code}>{detail}</li>
                ))}
              </ul>
            </Alert>
          )}
          <Section
            title="What stays"
            action={
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
                onClick={() => form.setValues(swapped(values, other.id))}
              >
                Swap
              </Button>
            }
          >
            <table className={classes.compared}>
              <thead>
                <tr>
                  <th scope="col">
                    <span className={classes.hidden}>Field</span>
                  </th>
                  <Head record={survivor} said="Survives" />
                  <Head record={other} said="Is merged into it" />
                </tr>
              </thead>
              <tbody>
                {differing.map((field) => (
                  <FieldChoice
                    key={field}
                    field={field}
                    sides={[survivor, other]}
                    value={values.from[field] ?? survivor.id}
                    onChoose={(id) => form.setFieldValue('from', { ...values.from, [field]: id })}
                  />
                ))}
                <tr>
                  <th scope="row">Allergies</th>
                  {[survivor, other].map((record) => (
                    <td key={record.id}>
                      <Allergies of={record} />
                    </td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">Holds</th>
                  {[survivor, other].map(({ id, holds }) => (
                    <td key={id}>{countWords(holds)}</td>
                  ))}
                </tr>
              </tbody>
            </table>
            {differing.length > 0 && (
              <p className={classes.said}>Choose the value that is right. The other record keeps its own.</p>
            )}
          </Section>
          <Section title="What happens">
            <ul className={classes.happens}>
              <li>
                The record of {survivor.mrn} shows what was entered in both, and the allergies and medical
                history of both. {other.mrn}, its labels and its identifiers find it.
              </li>
              {handedOver.map(({ words }) => (
                <li key={words}>
                  {words} goes over to {survivor.mrn}.
                </li>
              ))}
              {other.restrictedSince && !survivor.restrictedSince && (
                <li>
                  The record of {survivor.mrn} is restricted, because {other.mrn} is.
                </li>
              )}
              <li>An administrator can undo it. What is entered meanwhile then stays with {survivor.mrn}.</li>
            </ul>
            <div className={classes.confirm}>
              <Textarea
                label="Reason"
                description="Kept with the merge"
                autosize
                minRows={2}
                maxLength={500}
                {...form.getInputProps('reason')}
              />
              <TextInput
                label={`Type ${survivor.mrn} to confirm that it survives`}
                withAsterisk
                autoComplete="off"
                spellCheck={false}
                {...form.getInputProps('mrn')}
              />
            </div>
          </Section>
        </div>
      </FormFrame>
      {dialog}
    </>
  )
}

function Head({ record, said }: { record: RecordToMerge; said: string }) {
  const { timeZone } = useSite()
  return (
    <th scope="col">
      <span className={classes.role}>{said}</span>
      <AnchorLink to="/patients/$id" params={{ id: record.id }} underline="always" className={classes.name}>
        <bdi>{patientName(record)}</bdi>
      </AnchorLink>
      <span className={classes.mrn}>{record.mrn}</span>
      <span className={classes.since}>Registered {formatMoment(record.createdAt, timeZone)}</span>
      {record.deceasedAt && <StatusBadge look={deceasedLook} />}
      {record.restrictedSince && <StatusBadge look={restrictedLook} />}
    </th>
  )
}

/** The values of one field, of which the arrows choose one. */
function FieldChoice({
  field,
  sides: records,
  value,
  onChoose,
}: {
  field: MergedField
  sides: readonly RecordToMerge[]
  value: string
  onChoose: (id: string) => void
}) {
  const label = fieldLabels[field]
  const [name] = useState(() => `merge-${field}`)
  return (
    <tr>
      <th scope="row">{label}</th>
      {records.map((record) => {
        const words = valueWords(field, record)
        return (
          <td key={record.id} data-chosen={record.id === value || undefined}>
            <Radio
              name={name}
              checked={record.id === value}
              onChange={() => onChoose(record.id)}
              aria-label={`${label}: ${words ?? 'not recorded'}, of ${record.mrn}`}
              label={words === null ? <span className={classes.none}>Not recorded</span> : <bdi>{words}</bdi>}
            />
          </td>
        )
      })}
    </tr>
  )
}
