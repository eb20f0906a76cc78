// No dialog in this file is about a patient.
import { Button, Skeleton } from '@mantine/core'
import {
  IconBan,
  IconClipboardOff,
  IconMail,
  IconPackageImport,
  IconPrinter,
  IconSend,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { packWords } from '../../../contract/store/packs.ts'
import {
  cancelPurchaseOrder,
  outstandingOf,
  type PurchaseOrder,
  type PurchaseOrderLine,
  sendPurchaseOrder,
} from '../../../contract/store/purchase-orders.ts'
import { api } from '../../ground/client/api.ts'
import { forgetDraft, hasDraft } from '../../ground/client/drafts.ts'
import { seedAnswer } from '../../ground/client/live/own-writes.ts'
import { AnchorLink, BackLink } from '../../ground/links/links.tsx'
import { RecordPage } from '../../ground/records/Loaded.tsx'
import { MissingRecord } from '../../ground/records/MissingRecord.tsx'
import { useMay, useMe, useSite } from '../../ground/sign-in/account.ts'
import { hospitalNow } from '../../ground/sign-in/hospital-clock.ts'
import { ConfirmDialog } from '../../ground/ui/dialog/ConfirmDialog.tsx'
import { focusContent, hasNoFocus } from '../../ground/ui/focus.ts'
import { formatDay, formatMoment } from '../../ground/ui/format.ts'
import { type DataColumn, DataTable } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { Facts } from '../../ground/ui/page/Facts.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { StatusBadge } from '../../ground/ui/StatusBadge.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { amountOf, formatQuantity, useMoney } from '../items/public.ts'
import { DraftOrder } from './DraftOrder.tsx'
import classes from './Order.module.css'
import { PrintedOrder } from './PrintedOrder.tsx'
import { orderQuery } from './queries.ts'
import { ReceiveDialog } from './ReceiveDialog.tsx'
import { orderLooks, typedOrderKey } from './words.ts'

/** Milliseconds. */
const mailTriedFor = 86_400_000

const route = getRouteApi('/signed-in/shell/purchase-orders/$id')

/** One order: edited while it is a draft, received in parts once it is sent, and printed. */
export function OrderDetail() {
  const { id } = route.useParams()
  const order = useQuery(orderQuery(id))
  return (
    <RecordPage
      query={order}
      failed="This order could not be loaded"
      loading={
        <div role="status" aria-label="Loading the order">
          <Skeleton h={64} w={280} mb="lg" />
          <Skeleton h={420} radius="md" />
        </div>
      }
      missing={
        <MissingRecord
          title="Order Not Found"
          icon={IconClipboardOff}
          list={{ to: '/purchase-orders', name: 'Purchase Orders' }}
        >
          This order doesn’t exist. Look for it in the list.
        </MissingRecord>
      }
    >
      {(found) => <Found key={id} order={found} />}
    </RecordPage>
  )
}

function Found({ order }: { order: PurchaseOrder }) {
  const me = useMe()
  const mayChange = useMay()('inventory.change')
  const queryClient = useQueryClient()
  const [open, setOpen] = useState<'send' | 'mail' | 'cancel' | 'print'>()
  const { open: opened } = route.useSearch()
  const navigate = route.useNavigate()
  const showReceipt = (isOpen: boolean) =>
    navigate({ search: { open: isOpen ? 'receive' : undefined }, replace: true, resetScroll: false })
  const [hasTyped, setHasTyped] = useState(() => hasDraft(me.id, typedOrderKey(order.id)))
  const [isMoved, setMoved] = useState(false)
  const close = () => setOpen(undefined)
  const mailsTo = useSite().sendsMail ? order.supplierEmail : null
  const isDraft = order.status === 'DRAFT'
  // The typed changes stay in sight if somebody else sends or cancels the order.
  const isEdited = mayChange && (isDraft || hasTyped) && !isMoved

  // The form that the order replaced had the focus.
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    if (wasEdited.current && !isEdited && hasNoFocus()) focusContent()
    wasEdited.current = isEdited
  }, [isEdited])

  async function move(move: Promise<PurchaseOrder>, words: string) {
    const moved = await move
    seedAnswer(queryClient, orderQuery(order.id), moved)
    // A user who moves the order is done with what they typed.
    forgetDraft(me.id, typedOrderKey(order.id))
    setMoved(true)
    close()
    toast.success(words)
  }

  async function send(byMail: boolean, words: string) {
    if (hasTyped) throw new Error('Save the draft first. Your changes are not saved yet.')
    await move(api(sendPurchaseOrder, { params: { id: order.id }, body: { byMail } }), words)
  }

  return (
    <>
      <PageHeader
        title={`Order ${order.number}`}
        context={
          <span className={classes.steps}>
            <bdi>{order.supplier ?? 'No supplier yet'}</bdi> <StatusBadge look={orderLooks[order.status]} />
          </span>
        }
        back={<BackLink to="/purchase-orders">Purchase Orders</BackLink>}
      >
        {mayChange && (isDraft || order.status === 'SENT') && (
          <Button
            variant="default"
            leftSection={<IconBan size={16} aria-hidden="true" />}
            onClick={() => setOpen('cancel')}
          >
            Cancel Order
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          onClick={() => setOpen('print')}
        >
          Print
        </Button>
        {mayChange && isDraft && (
          <Button
            variant={hasTyped || mailsTo ? 'default' : 'filled'}
            leftSection={<IconSend size={16} aria-hidden="true" />}
            onClick={() => setOpen('send')}
          >
            Mark as Sent
          </Button>
        )}
        {mayChange && isDraft && mailsTo && (
          <Button
            variant={hasTyped ? 'default' : 'filled'}
            leftSection={<IconMail size={16} aria-hidden="true" />}
            onClick={() => setOpen('mail')}
          >
            E-mail to Supplier
          </Button>
        )}
        {mayChange && order.status === 'SENT' && (
          <Button
            leftSection={<IconPackageImport size={16} aria-hidden="true" />}
            onClick={() => showReceipt(true)}
          >
            Receive
          </Button>
        )}
      </PageHeader>
      {isEdited ? <DraftOrder order={order} onTyped={setHasTyped} /> : <SettledOrder order={order} />}
      {open === 'send' && (
        <ConfirmDialog
          onClose={close}
          title={`Mark order ${order.number} as sent`}
          confirmLabel={`Mark ${order.number} as sent`}
          busyLabel="Saving…"
          danger={false}
          onConfirm={() => send(false, `Order ${order.number} marked as sent`)}
        >
          {order.supplier
            ? `Print the order and pass it on to ${order.supplier}: Lantern doesn’t e-mail it. Once marked as sent, it can no longer be edited.`
            : 'Choose a supplier and save the draft first.'}
        </ConfirmDialog>
      )}
      {open === 'mail' && mailsTo && (
        <ConfirmDialog
          onClose={close}
          title={`E-mail order ${order.number}`}
          confirmLabel={`E-mail ${order.number}`}
          busyLabel="Sending…"
          danger={false}
          onConfirm={() => send(true, `Order ${order.number} is being e-mailed to ${mailsTo}`)}
        >
          The order is e-mailed to <bdi>{order.supplier}</bdi> at <bdi>{mailsTo}</bdi>, and marked as sent. It
          can no longer be edited then.
        </ConfirmDialog>
      )}
      {open === 'cancel' && (
        <ConfirmDialog
          onClose={close}
          title={`Cancel order ${order.number}`}
          confirmLabel={`Cancel ${order.number}`}
          busyLabel="Cancelling…"
          cancelLabel="Keep order"
          onConfirm={() =>
            move(api(cancelPurchaseOrder, { params: { id: order.id } }), `Order ${order.number} cancelled`)
          }
        >
          {isDraft
            ? 'The draft will be discarded.'
            : 'Outstanding items will not be delivered. Received stock is kept.'}
        </ConfirmDialog>
      )}
      {opened === 'receive' && mayChange && (
        <ReceiveDialog order={order} onClose={() => showReceipt(false)} />
      )}
      {open === 'print' && <PrintedOrder id={order.id} onDone={close} />}
    </>
  )
}

/** The supplier's address, and whether the mail server took the order; sending is tried for a day. */
function Mailed({ order: { mailedTo, mailedAt, sentAt } }: { order: PurchaseOrder }) {
  const { timeZone } = useSite()
  const isGivenUp = !mailedAt && sentAt && hospitalNow() > Date.parse(sentAt) + mailTriedFor
  return (
    <>
      <bdi>{mailedTo}</bdi>
      <div className={mailedAt ? classes.packs : classes.unsent}>
        {mailedAt
          ? formatMoment(mailedAt, timeZone)
          : isGivenUp
            ? 'Could not be sent. Print the order and pass it on.'
            : 'Not sent yet'}
      </div>
    </>
  )
}

/** '300 tablets', and in how many packs that is. */
function Ordered({ line: { quantity, unit, packSize } }: { line: PurchaseOrderLine }) {
  const packs = packWords(quantity, packSize)
  return (
    <>
      {amountOf(quantity, unit)}
      {packs && <div className={classes.packs}>{packs}</div>}
    </>
  )
}

/** An order that is read: sent, received, cancelled, or a draft for those who don't keep the store. */
function SettledOrder({ order }: { order: PurchaseOrder }) {
  const money = useMoney()
  const { timeZone } = useSite()
  const isOpen = order.status === 'SENT'
  const moment = (at: string | null) => at && formatMoment(at, timeZone)
  const columns: DataColumn<PurchaseOrderLine>[] = [
    {
      key: 'item',
      header: 'Item',
      primary: true,
      cell: ({ inventoryItemId, inventoryItemName }) => (
        <AnchorLink to="/inventory/$id" params={{ id: inventoryItemId }}>
          <bdi>{inventoryItemName}</bdi>
        </AnchorLink>
      ),
    },
    {
      key: 'quantity',
      header: 'Ordered',
      align: 'end',
      cell: (line) => <Ordered line={line} />,
    },
    { key: 'received', header: 'Received', align: 'end', cell: ({ received }) => formatQuantity(received) },
    {
      key: 'outstanding',
      header: 'Outstanding',
      align: 'end',
      cell: (line) => (isOpen ? formatQuantity(outstandingOf(line)) : 'None'),
    },
    { key: 'cost', header: 'Unit cost', align: 'end', cell: ({ cost }) => money(cost) },
    {
      key: 'sum',
      header: 'Amount',
      align: 'end',
      cell: ({ quantity, cost }) => money(Math.round(quantity * cost * 100) / 100),
    },
  ]
  return (
    <div className={classes.page}>
      <Section title="Order">
        <Facts
          columns={3}
          facts={[
            { label: 'Supplier', value: order.supplier && <bdi>{order.supplier}</bdi> },
            { label: 'Total', value: money(order.total) },
            { label: 'Needed by', value: order.neededBy && formatDay(order.neededBy) },
            { label: 'Ordered by', value: order.orderedBy && <bdi>{order.orderedBy}</bdi> },
            { label: 'Created', value: moment(order.createdAt) },
            ...(order.sentAt ? [{ label: 'Sent', value: moment(order.sentAt) }] : []),
            ...(order.mailedTo ? [{ label: 'E-mailed to', value: <Mailed order={order} /> }] : []),
            ...(order.receivedAt ? [{ label: 'Received', value: moment(order.receivedAt) }] : []),
            ...(order.cancelledAt ? [{ label: 'Cancelled', value: moment(order.cancelledAt) }] : []),
            ...(order.notes ? [{ label: 'Notes', value: <bdi>{order.notes}</bdi> }] : []),
          ]}
        />
      </Section>
      <Section flush>
        <DataTable
          label={`Lines of order ${order.number}`}
          heading="Lines"
          columns={columns}
          rows={order.lines}
          rowKey={({ id }) => id}
          empty={<EmptyState compact title="No lines" />}
        />
      </Section>
    </div>
  )
}
