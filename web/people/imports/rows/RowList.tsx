import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ImportBatch, ImportKind, RowState } from '../../../../contract/people/imports/imports.ts'
import { useListAddress } from '../../../ground/records/list/list-address.ts'
import { RecordList } from '../../../ground/records/list/RecordList.tsx'
import { usePageRows } from '../../../ground/records/list/rows.ts'
import { formatNumber } from '../../../ground/ui/format.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { kindWords } from '../kind-words.ts'
import { rowsPerPage } from '../list-search.ts'
import { importRowsQuery, rowCounts } from '../queries.ts'
import { rowStateNames } from '../words.ts'
import classes from './Rows.module.css'
import { rowColumns } from './row-columns.tsx'

const route = getRouteApi('/signed-in/shell/imports/$id')

/** Only a patient may be on record: other records are known by a name or a number of their own. */
function statesOf(kind: ImportKind, states: readonly RowState[]) {
  return kind === 'PATIENTS' ? states : states.filter((state) => state !== 'POSSIBLE')
}

/** How many rows are in each state; choosing one shows its rows. */
export function RowList({ batch, states: all }: { batch: ImportBatch; states: readonly RowState[] }) {
  const { kind } = batch
  const states = useMemo(() => statesOf(kind, all), [kind, all])
  const { search, show } = useListAddress(route.useSearch(), route.useNavigate(), ['rows'])
  const { page = 1 } = search
  const count = (state: RowState) => batch.counts[rowCounts[state]]
  const chosen =
    states.find((state) => state === search.rows) ?? states.find((state) => count(state) > 0) ?? states[0]
  const query = useQuery({
    ...importRowsQuery(batch, { state: chosen, page, limit: rowsPerPage }),
    enabled: !batch.areRowsGone,
  })
  const list = usePageRows(query, 'The rows could not be loaded', { page, pageSize: rowsPerPage, show })
  const columns = useMemo(() => rowColumns(batch, chosen), [batch, chosen])
  if (batch.areRowsGone || !chosen) {
    return (
      <Section>
        <EmptyState title="The rows are deleted" compact>
          They are kept for 30 days after the end of an import. What was imported stays on record.
        </EmptyState>
      </Section>
    )
  }
  return (
    <div className={classes.rows}>
      <ChoiceBar
        fill
        label="Rows to show"
        value={chosen}
        onChange={(state) => show({ rows: state })}
        choices={states.map((state) => ({
          value: state,
          label: rowStateNames[state],
          figure: formatNumber(count(state)),
        }))}
      />
      <RecordList
        label={`Rows: ${rowStateNames[chosen].toLowerCase()}`}
        list={list}
        columns={columns}
        rowKey={({ line }) => String(line)}
        things="rows"
        isPart
        empty={
          <EmptyState title="No rows" icon={<IconListCheck size={32} stroke={1.5} />} compact>
            {chosen === 'KNOWN' ? kindWords[batch.kind].notKnown : emptyWords[chosen]}
          </EmptyState>
        }
      />
    </div>
  )
}

const emptyWords: Record<Exclude<RowState, 'KNOWN'>, string> = {
  READY: 'No row is ready to be imported.',
  POSSIBLE: 'No row looks like a record that is there.',
  REJECTED: 'No row is rejected.',
  IMPORTED: 'No row was imported.',
  REMOVED: 'Nothing was removed.',
  KEPT: 'Nothing was kept.',
}
