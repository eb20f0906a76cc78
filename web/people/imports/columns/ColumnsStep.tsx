import { Alert, Button, Group, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { identifierField } from '../../../../contract/people/imports/fields.ts'
import type { ColumnUse, ImportBatch, ImportMapping } from '../../../../contract/people/imports/imports.ts'
import type { KindFields } from '../../../../contract/people/imports/kinds/kind.ts'
import {
  fieldName,
  fieldOf,
  kindFields,
  missingFields,
  missingOneOf,
  systemsOf,
} from '../../../../contract/people/imports/kinds/kinds.ts'
import { staffWith } from '../../../../contract/people/imports/kinds/staff.ts'
import { refusedAct } from '../../../ground/records/failures.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { FormErrors } from '../../../ground/ui/form/FormErrors.tsx'
import { countOf } from '../../../ground/ui/format.ts'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { identifierSystemsQuery } from '../../identifier-systems/public.ts'
import { rolesQuery } from '../../roles/public.ts'
import { useImportActions } from '../queries.ts'
import { ColumnRow, leaveOut } from './ColumnRow.tsx'
import classes from './Columns.module.css'
import { type Gap, gapsOf, isTakenBefore } from './mapping.ts'
import { useMapping } from './use-mapping.ts'

/** The second step: what each column of the file is. */
export function ColumnsStep({ batch }: { batch: ImportBatch & { mapping: ImportMapping } }) {
  const navigate = useNavigate()
  const { act } = useImportActions()
  const { data: systems = [] } = useQuery(identifierSystemsQuery)
  const { mapping = batch.mapping, isSaving, failure, change, settled } = useMapping(batch)
  const shown = mapping ?? batch.mapping
  const [attempt, setAttempt] = useState(0)
  const { data: roles } = useQuery({ ...rolesQuery, enabled: batch.kind === 'STAFF' })
  const kind = useMemo(
    () => (batch.kind === 'STAFF' ? staffWith(roles ?? []) : kindFields[batch.kind]),
    [batch.kind, roles],
  )
  const gaps = gapsOf(kind, shown, batch.columns, systems)
  const missing = missingFields(kind, shown)
  const oneOf = missingOneOf(kind, shown)
  const used = shown.columns.filter(({ field }) => field !== '').length

  const fields = useMemo(
    () => [
      { value: leaveOut, label: 'Leave out' },
      ...Object.entries(kind.fields).map(([value, { name }]) => ({ value, label: name })),
      ...systemsOf(kind, systems)
        .filter(({ isRetired }) => !isRetired)
        .map(({ id, name }) => ({ value: identifierField(id), label: name })),
    ],
    [kind, systems],
  )

  const check = useMutation({
    async mutationFn() {
      if (!(await settled())) return
      await act('check', batch.id)
      await navigate({ to: '/imports/$id', params: { id: batch.id } })
    },
  })

  function start() {
    if (check.isPending) return
    setAttempt((before) => before + 1)
    if (gaps.length === 0) check.mutate()
  }

  return (
    <div className={classes.step}>
      <FormErrors
        attempt={attempt}
        problems={gaps.map((gap) => ({ fieldId: idOf(kind, gap), message: gap.message }))}
      />
      {missing.length > 0 && (
        <Missing
          kind={kind}
          missing={missing}
          shown={shown}
          onConstant={(field, value) =>
            change({ ...shown, constants: { ...shown.constants, [field]: value } })
          }
        />
      )}
      {oneOf && (
        <Alert color="amber" role="status" title={oneOf}>
          <p className={classes.words}>Choose below which column it is.</p>
        </Alert>
      )}
      <Section
        title="Columns"
        description={`${countOf(batch.rows, 'row')}. ${used} of ${countOf(shown.columns.length, 'column')} ${used === 1 ? 'is' : 'are'} imported${batch.isMappedAsBefore ? ', matched as in the last file with these headers' : ''}.`}
        action={
          <Text size="xs" c="dimmed" role="status">
            {failure ? 'Not saved' : isSaving ? 'Saving…' : 'All changes are saved'}
          </Text>
        }
        flush
      >
        <table className={classes.table} aria-label="Columns of the file">
          <thead>
            <tr>
              <th scope="col">Column in your file</th>
              <th scope="col">Values</th>
              <th scope="col">Becomes</th>
            </tr>
          </thead>
          <tbody>
            {batch.columns.map((column, index) => {
              const use = shown.columns[index]
              return (
                use && (
                  <ColumnRow
                    // oxlint-disable-next-line react/no-array-index-key -- columns have no other identity than their position
                    key={index}
                    kind={kind}
                    id={columnId(index)}
                    column={column}
                    rows={batch.rows}
                    use={use}
                    fields={fields}
                    position={positionOf(batch, index)}
                    isTwice={isTakenBefore(kind, shown, index)}
                    onChange={(next) =>
                      change({ ...shown, columns: shown.columns.with(index, changedUse(use, next)) })
                    }
                  />
                )
              )
            })}
          </tbody>
        </table>
      </Section>
      {failure && (
        <Alert color="red" role="alert">
          {failure.words}{' '}
          {failure.canRetry && (
            <Button size="compact-sm" variant="default" onClick={() => void settled()}>
              Save again
            </Button>
          )}
        </Alert>
      )}
      {check.isError && (
        <Alert color="red" role="alert">
          {refusedAct(check.error, 'The rows were not checked')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Text size="xs" c="dimmed">
          Nothing is added yet.
        </Text>
        <Button aria-busy={check.isPending} onClick={start}>
          {check.isPending ? 'Starting…' : `Check ${countOf(batch.rows, 'Row')}`}
        </Button>
      </Group>
    </div>
  )
}

/** Required fields without a column: one value for all rows can stand for some. */
function Missing({
  kind,
  missing,
  shown,
  onConstant,
}: {
  kind: KindFields
  missing: readonly string[]
  shown: ImportMapping
  onConstant: (field: string, value: string) => void
}) {
  const name = (field: string) => fieldName(kind, field, [])
  return (
    <Alert
      color="amber"
      role="status"
      title={`Required, and no column yet: ${missing.map((field) => name(field).toLowerCase()).join(', ')}`}
    >
      <p className={classes.words}>Choose below which column it is.</p>
      {missing
        .filter((field) => fieldOf(kind, field)?.canBeConstant)
        .map((field) => (
          <Choice
            key={field}
            id={constantId(field)}
            label={`${name(field)} of all rows`}
            description="If the file has no column of it"
            placeholder="Choose one value"
            maw={320}
            mt="xs"
            data={[...(fieldOf(kind, field)?.choices ?? [])]}
            value={shown.constants[field] ?? null}
            onChange={(value) => value && onConstant(field, value)}
          />
        ))}
    </Alert>
  )
}

/** A column with another field has nothing of what was said of the one before. */
function changedUse(use: ColumnUse, next: Partial<ColumnUse>): ColumnUse {
  return next.field === undefined ? { ...use, ...next } : { field: next.field, dateOrder: null, values: {} }
}

/** The position of a column that has the header of another. */
function positionOf({ columns }: ImportBatch, index: number): string | undefined {
  const isAlike = columns.some(({ header }, at) => at !== index && header === columns[index]?.header)
  return isAlike ? String(index + 1) : undefined
}

const columnId = (column: number) => `import-column-${column}`
const constantId = (field: string) => `import-constant-${field}`

function idOf(kind: KindFields, { column, field }: Gap): string {
  if (column !== undefined) return columnId(column)
  return field && fieldOf(kind, field)?.canBeConstant ? constantId(field) : columnId(0)
}
