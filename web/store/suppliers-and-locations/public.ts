/** Suppliers and storage locations, for the screens of other nouns. */
export { LocationField, SupplierField } from './ListField.tsx'
export { LocationName, SupplierName } from './names.tsx'
export { locationsQuery, suppliersQuery } from './queries.ts'
export { StoreLists } from './StoreLists.tsx'
