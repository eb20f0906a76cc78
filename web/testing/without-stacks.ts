import * as React from 'react'

/**
 * Keeps React from noting for each element where it was made, which took most of the time of these tests: an element costs
 * a stack trace, and a rendered component an entry in the browser's time line. A warning of React names its component all
 * the same.
 */
export function takeNoStacks(): void {
  const internals = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  ) as object
  // React takes a stack as long as this is less than 10,000, and sets it to 0 each second.
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set() {},
  })
  console.timeStamp = () => {}
}
