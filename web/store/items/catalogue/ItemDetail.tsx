import { Button, Skeleton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type InventoryItem } from '../../../../contract/store/items.ts'
import { type MovementKind, movementKinds } from '../../../../contract/store/kinds.ts'
import { packWords } from '../../../../contract/store/packs.ts'
import { BackLink, ButtonLink } from '../../../ground/links/links.tsx'
import { Loaded } from '../../../ground/records/Loaded.tsx'
import { useMay, useSite } from '../../../ground/sign-in/account.ts'
import { formatMoment } from '../../../ground/ui/format.ts'
import { ChoiceBar } from '../../../ground/ui/list/ChoiceBar.tsx'
import { Facts } from '../../../ground/ui/page/Facts.tsx'
import { PageHeader } from '../../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../../ground/ui/page/Section.tsx'
import { StatCard } from '../../../ground/ui/page/StatCard.tsx'
import { StatusBadge } from '../../../ground/ui/StatusBadge.tsx'
import { ItemMovements } from '../ledger/ItemMovements.tsx'
import { stockPeriods } from '../list-search.ts'
import { batchesQuery, itemQuery, stockHistoryQuery } from '../queries.ts'
import { ItemBatches } from '../stock/ItemBatches.tsx'
import { MovementDialog } from '../stock/MovementDialog.tsx'
import { StockChart } from '../stock/StockChart.tsx'
import { amountOf, categoryNames, formatQuantity, movementWords, stockLooks, useMoney } from '../words.ts'
import { movementIcons } from './ItemActions.tsx'
import classes from './ItemDetail.module.css'
import { ItemPage } from './ItemPage.tsx'

const route = getRouteApi('/signed-in/shell/inventory/$id')

/** The default period of an item's history, in days. */
const usualPeriod = 90

/** One item: what is there, in which batches, where it went, and when to order it. */
export function ItemDetail() {
  const { id } = route.useParams()
  const { data, error, isFetching, refetch } = useQuery(itemQuery(id))
  // How many batches there are, and how long the figures' notes, decides where all below them stands.
  const batches = useQuery(batchesQuery(id))
  const history = useQuery(stockHistoryQuery(id, usualPeriod))
  const isPending = batches.isPending || history.isPending
  return (
    <ItemPage
      query={{ data: isPending ? undefined : data, error, isFetching, refetch }}
      loading={
        <div role="status" aria-label="Loading the item">
          <Skeleton h={64} w={320} mb="lg" />
          <Skeleton h={112} mb="md" radius="md" />
          <Skeleton h={420} radius="md" />
        </div>
      }
    >
      {(found) => <Found key={id} item={found} />}
    </ItemPage>
  )
}

function Found({ item }: { item: InventoryItem }) {
  const mayChange = useMay()('inventory.change')
  const { move } = route.useSearch()
  const navigate = route.useNavigate()
  const show = (kind: MovementKind | undefined) =>
    navigate({ search: (kept) => ({ ...kept, move: kind }), replace: true, resetScroll: false })
  return (
    <>
      <PageHeader
        title={<bdi>{item.name}</bdi>}
        context={
          <span className={classes.context}>
            {categoryNames[item.category]} <StatusBadge look={stockLooks[item.status]} />
          </span>
        }
        back={<BackLink to="/inventory">Inventory</BackLink>}
      >
        {mayChange && (
          <>
            <ButtonLink
              variant="default"
              to="/inventory/$id/edit"
              params={{ id: item.id }}
              leftSection={<IconPencil size={16} aria-hidden="true" />}
            >
              Edit
            </ButtonLink>
            {movementKinds
              .toSorted((one, other) => Number(one === 'ISSUE') - Number(other === 'ISSUE'))
              .map((kind) => {
                const Icon = movementIcons[kind]
                return (
                  <Button
                    key={kind}
                    variant={kind === 'ISSUE' ? 'filled' : 'default'}
                    leftSection={<Icon size={16} aria-hidden="true" />}
                    onClick={() => show(kind)}
                  >
                    {movementWords[kind].verb}
                  </Button>
                )
              })}
          </>
        )}
      </PageHeader>
      <Figures item={item} />
      <div className={classes.columns}>
        <div className={classes.side}>
          <ItemBatches item={item} onDispose={mayChange ? () => show('DISPOSE') : undefined} />
          <About item={item} />
        </div>
        <History item={item} />
      </div>
      <ItemMovements item={item} />
      {mayChange && move && (
        <MovementDialog key={move} item={item} kind={move} onClose={() => show(undefined)} />
      )}
    </>
  )
}

function Figures({ item }: { item: InventoryItem }) {
  const { data, isError } = useQuery(stockHistoryQuery(item.id, usualPeriod))
  const { data: batches } = useQuery(batchesQuery(item.id))
  const expired =
    (batches ?? [])
      .filter(({ isExpired }) => isExpired)
      .reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0) / 1000
  const isMissing = isError && !data
  const figure = (words: string | undefined) => (isMissing ? 'Unavailable' : words)
  return (
    <div className={classes.figures}>
      <StatCard
        label="In Stock"
        figure={formatQuantity(item.quantity)}
        note={`${item.unit}; ${expired > 0 ? `${formatQuantity(expired)} expired; ` : ''}reorder level ${formatQuantity(item.reorderLevel)}`}
        needsYou={expired > 0 || item.status === 'LOW_STOCK' || item.status === 'OUT_OF_STOCK'}
      />
      <StatCard
        label="Average Daily Use"
        figure={figure(data && formatQuantity(data.averageDailyUse))}
        note="Last 30 days, less returns"
      />
      <StatCard
        label="Days Left"
        figure={figure(data && (data.daysLeft === null ? 'Not used' : formatQuantity(data.daysLeft)))}
        note={data?.daysLeft === null ? 'No stock issued in 30 days' : 'At this rate of use'}
      />
      <StatCard label="On Order" figure={figure(data && formatQuantity(data.onOrder))} note={item.unit} />
      <StatCard
        label="Suggested Reorder"
        figure={figure(data && formatQuantity(data.suggestedReorder))}
        note={
          data?.suggestedReorder === 0
            ? 'Nothing to order now'
            : ((data && packWords(data.suggestedReorder, item.packSize)) ?? item.unit)
        }
      />
    </div>
  )
}

function About({ item }: { item: InventoryItem }) {
  const money = useMoney()
  const { timeZone } = useSite()
  return (
    <Section title="About This Item">
      <Facts
        columns={2}
        facts={[
          { label: 'Unit cost', value: money(item.cost) },
          { label: 'Value at this cost', value: money(Math.round(item.quantity * item.cost * 100) / 100) },
          { label: 'Supplier', value: item.supplier && <bdi>{item.supplier}</bdi> },
          { label: 'Storage location', value: item.location && <bdi>{item.location}</bdi> },
          { label: 'Description', value: item.description && <bdi>{item.description}</bdi> },
          { label: 'Notes', value: item.notes && <bdi>{item.notes}</bdi> },
          ...(item.packSize === null
            ? []
            : [{ label: 'Pack size', value: amountOf(item.packSize, item.unit) }]),
          ...(item.isControlled ? [{ label: 'Controlled medicine', value: 'Yes' }] : []),
          { label: 'Added', value: formatMoment(item.createdAt, timeZone) },
        ]}
      />
    </Section>
  )
}

function History({ item }: { item: InventoryItem }) {
  const { days = usualPeriod } = route.useSearch()
  const navigate = route.useNavigate()
  const history = useQuery({ ...stockHistoryQuery(item.id, days), placeholderData: keepPreviousData })
  return (
    <Section
      title="Stock over Time"
      action={
        <ChoiceBar
          label="Period"
          value={String(days)}
          onChange={(chosen) => {
            const period = stockPeriods.find((one) => String(one) === chosen)
            void navigate({
              search: (kept) => ({ ...kept, days: period === usualPeriod ? undefined : period }),
              replace: true,
              resetScroll: false,
            })
          }}
          choices={stockPeriods.map((one) => ({ value: String(one), label: `${one} days` }))}
        />
      }
    >
      <Loaded query={history} failed="The chart could not be loaded" loading={<Skeleton h={330} />}>
        {(shown) => (
          <StockChart days={shown.days} reorderLevel={item.reorderLevel} unit={item.unit} name={item.name} />
        )}
      </Loaded>
    </Section>
  )
}
