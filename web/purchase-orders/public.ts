/** What other nouns' screens use of purchase orders. */
export { OrderWhatIsLow } from './OrderWhatIsLow.tsx'
