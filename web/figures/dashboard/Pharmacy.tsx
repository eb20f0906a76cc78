import classes from './Dashboard.module.css'
import { TodaysPrescriptions } from './Prescriptions.tsx'
import { OpenOrders, StockAlerts } from './Store.tsx'

/** The dashboard of a pharmacist. */
export function OfThePharmacy() {
  return (
    <div className={classes.sections}>
      <TodaysPrescriptions />
      <StockAlerts />
      <OpenOrders />
    </div>
  )
}
