import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from './Dashboard.module.css'
import { prescriptionsQuery, TodaysPrescriptions } from './Prescriptions.tsx'
import { OpenOrders, StockAlerts } from './Store.tsx'

/** The dashboard of a pharmacist. */
export function OfThePharmacy() {
  // Its rows are as high as what is in them, and would push the lists below away.
  if (useQuery(prescriptionsQuery).isPending)
    return <Skeleton h={480} radius="md" role="status" aria-label="Loading the prescriptions" />
  return (
    <div className={classes.sections}>
      <TodaysPrescriptions />
      <StockAlerts />
      <OpenOrders />
    </div>
  )
}
