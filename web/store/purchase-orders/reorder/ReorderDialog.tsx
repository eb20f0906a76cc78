// No dialog in this file is about a patient.
import { Button, Group, Skeleton } from '@mantine/core'
import { IconRefreshAlert } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { packWords } from '../../../../contract/store/packs.ts'
import { draftLowStockPurchaseOrders, type ReorderPlan } from '../../../../contract/store/purchase-orders.ts'
import { ApiError, api } from '../../../ground/client/api.ts'
import { newAttemptKey } from '../../../ground/client/attempt-key.ts'
import { useContractForm } from '../../../ground/client/forms.ts'
import { AnchorLink } from '../../../ground/links/links.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { DialogForm } from '../../../ground/ui/dialog/DialogForm.tsx'
import { DialogFrame } from '../../../ground/ui/dialog/DialogFrame.tsx'
import { countOf, formatNumber } from '../../../ground/ui/format.ts'
import { type DataColumn, DataTable } from '../../../ground/ui/list/DataTable.tsx'
import { AttentionPanel } from '../../../ground/ui/page/AttentionPanel.tsx'
import { EmptyState } from '../../../ground/ui/page/EmptyState.tsx'
import { toast } from '../../../ground/ui/toast.tsx'
import { amountOf, formatQuantity, useMoney } from '../../items/public.ts'
import { reorderPlanQuery } from '../queries.ts'
import classes from './Reorder.module.css'

type PlannedOrder = ReorderPlan['orders'][number]

/** A preview of reordering low stock, by supplier. Confirming it does exactly this, or nothing. */
export function ReorderDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(reorderPlanQuery)
  const [refusal, setRefusal] = useState<string>()
  return (
    <DialogFrame title="Reorder low stock" size="xl" onClose={onClose}>
      <Loaded
        query={query}
        failed="The preview could not be loaded"
        loading={<Skeleton h={420} radius="md" role="status" aria-label="Loading the preview" />}
      >
        {(plan) => (
          <Plan
            key={plan.plan}
            plan={plan}
            refusal={refusal}
            onRefused={async (why) => {
              setRefusal(why)
              await query.refetch()
            }}
            onClose={onClose}
          />
        )}
      </Loaded>
    </DialogFrame>
  )
}

function Plan({
  plan,
  refusal,
  onRefused,
  onClose,
}: {
  plan: ReorderPlan
  /** Why an earlier preview was not carried out. */
  refusal: string | undefined
  onRefused: (why: string) => Promise<void>
  onClose: () => void
}) {
  const money = useMoney()
  const navigate = useNavigate()
  const { orders, leftOut, more, total } = plan
  const [idempotencyKey] = useState(newAttemptKey)
  const extended = orders.filter(({ draft }) => draft).length
  const created = orders.length - extended
  const { summary, onSubmit, busy } = useContractForm({
    schema: draftLowStockPurchaseOrders.body,
    initialValues: { plan: plan.plan },
    async send(body) {
      const written = await api(draftLowStockPurchaseOrders, { body }, { idempotencyKey })
      onClose()
      toast.success(doneWords(created, extended), { detail: 'Review before sending.' })
      const [only] = written
      if (written.length === 1 && only)
        await navigate({ to: '/purchase-orders/$id', params: { id: only.id } })
      else await navigate({ to: '/purchase-orders', search: { status: 'DRAFT' } })
    },
    onFailure(error) {
      if (!(error instanceof ApiError) || !changedCodes.includes(error.problem.code)) return false
      void onRefused(error.message)
      return true
    },
  })

  const parts = (
    <>
      {refusal && <Refused why={refusal} />}
      {orders.length === 0 && (
        <EmptyState compact title="Nothing to order">
          {leftOut.length === 0
            ? 'No item is at or below its low-stock threshold.'
            : 'Everything that is low is on order already, or has no supplier.'}
        </EmptyState>
      )}
      {orders.map((order) => (
        <OneOrder key={order.lines[0]?.inventoryItemId} order={order} />
      ))}
      {more.toOrder > 0 && (
        <p className={classes.note}>
          {countOf(more.toOrder, 'more low item')} can be ordered after this. Press Reorder Low Stock again.
        </p>
      )}
      {leftOut.length > 0 && <LeftOut items={leftOut} more={more.leftOut} />}
      {orders.length > 1 && (
        <p className={classes.total}>
          Total of {countOf(orders.length, 'order')} <strong>{money(total)}</strong>
        </p>
      )}
    </>
  )
  if (orders.length === 0) {
    return (
      <>
        <div className={classes.parts}>{parts}</div>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </>
    )
  }
  return (
    <DialogForm
      onSubmit={onSubmit}
      summary={summary}
      busy={busy}
      label={actWords(created, extended)}
      busyLabel="Ordering…"
      onCancel={onClose}
    >
      {parts}
    </DialogForm>
  )
}

/** Refusals of a plan that can't be carried out as it was shown. */
const changedCodes: readonly string[] = ['reorder_changed', 'nothing_to_order']

/** 'Create 3 draft orders' */
function actWords(created: number, extended: number): string {
  if (extended === 0) return `Create ${countOf(created, 'draft order')}`
  if (created === 0) return `Add to ${countOf(extended, 'draft order')}`
  return `Create ${countOf(created, 'draft order')}, add to ${extended}`
}

/** '3 draft orders created' */
function doneWords(created: number, extended: number): string {
  if (extended === 0) return `${countOf(created, 'draft order')} created`
  if (created === 0) return `${countOf(extended, 'draft order')} updated`
  return `${countOf(created, 'draft order')} created, ${extended} updated`
}

function Refused({ why }: { why: string }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <AttentionPanel
      ref={panel}
      title="The preview has changed"
      icon={<IconRefreshAlert size={18} aria-hidden="true" />}
    >
      <p className={classes.note}>{why}</p>
    </AttentionPanel>
  )
}

function Part({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <header className={classes.head}>
        <h3>{title}</h3>
        {note && <p className={classes.note}>{note}</p>}
      </header>
      {children}
    </section>
  )
}

/** '120 tablets (40 usable)' where some of it has expired. */
function stockWords({
  inStock,
  usable,
  unit,
}: Pick<PlannedOrder['lines'][number], 'inStock' | 'usable' | 'unit'>) {
  return amountOf(inStock, unit) + (usable < inStock ? ` (${formatQuantity(usable)} usable)` : '')
}

function OneOrder({ order: { supplier, draft, lines, total } }: { order: PlannedOrder }) {
  const money = useMoney()
  const columns: DataColumn<PlannedOrder['lines'][number]>[] = [
    {
      key: 'item',
      header: 'Item',
      primary: true,
      cell: ({ inventoryItemName }) => <bdi>{inventoryItemName}</bdi>,
    },
    {
      key: 'inStock',
      header: 'In stock',
      align: 'end',
      width: '200px',
      cell: stockWords,
    },
    {
      key: 'quantity',
      header: 'To order',
      align: 'end',
      width: '120px',
      cell: ({ quantity, unit, packSize }) => (
        <>
          {amountOf(quantity, unit)}
          <div className={classes.note}>{packWords(quantity, packSize)}</div>
        </>
      ),
    },
    { key: 'cost', header: 'Unit cost', align: 'end', width: '100px', cell: ({ cost }) => money(cost) },
    { key: 'amount', header: 'Amount', align: 'end', width: '112px', cell: ({ amount }) => money(amount) },
  ]
  return (
    <Part
      title={<bdi>{supplier}</bdi>}
      note={
        draft
          ? `Added to draft ${draft.number}, which has ${countOf(draft.lines, 'line')} (${money(draft.total)})`
          : 'New draft order'
      }
    >
      <DataTable
        label={`To order from ${supplier}`}
        columns={columns}
        rows={lines}
        rowKey={({ inventoryItemId }) => inventoryItemId}
        empty={null}
      />
      <p className={classes.total}>
        {countOf(lines.length, 'item')} <strong>{money(total)}</strong>
      </p>
    </Part>
  )
}

function LeftOut({ items, more }: { items: ReorderPlan['leftOut']; more: number }) {
  return (
    <Part
      title="Not ordered"
      note={more > 0 && `The first ${formatNumber(items.length)} of ${countOf(items.length + more, 'item')}`}
    >
      <ul className={classes.leftOut}>
        {items.map(({ inventoryItemId, inventoryItemName, order, ...stock }) => (
          <li key={inventoryItemId}>
            <span>
              <bdi>{inventoryItemName}</bdi>{' '}
              <span className={classes.quiet}>{stockWords(stock)} in stock</span>
            </span>
            {order ? (
              <span>
                Already on order{' '}
                <AnchorLink to="/purchase-orders/$id" params={{ id: order.id }}>
                  {order.number}
                </AnchorLink>
              </span>
            ) : (
              <span>
                No supplier{' '}
                <AnchorLink to="/inventory/$id/edit" params={{ id: inventoryItemId }}>
                  Choose a supplier<span className="sr-only"> for {inventoryItemName}</span>
                </AnchorLink>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}
