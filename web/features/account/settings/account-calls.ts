import type { OwnProfile } from "#contract/account/profiles";
import type {
  BusinessReply,
  OwnBusiness,
  OwnStore,
  SaveBusinessInput,
  SaveStoreInput,
} from "#contract/selling/onboarding";
import { api, unwrap } from "../../../lib/api-client.ts";

export function chooseAccountType(accountType: "individual" | "seller"): Promise<OwnProfile> {
  return unwrap(api.api.onboarding.$post({ json: { account_type: accountType } }));
}

export function loadBusiness(signal?: AbortSignal): Promise<BusinessReply> {
  return unwrap(api.api.business.$get({}, signal ? { init: { signal } } : {}));
}

export function saveBusiness(business: SaveBusinessInput): Promise<OwnBusiness> {
  return unwrap(api.api.business.$put({ json: business }));
}

export function loadStore(signal?: AbortSignal): Promise<OwnStore> {
  return unwrap(api.api.store.$get({}, signal ? { init: { signal } } : {}));
}

export function saveStore(store: SaveStoreInput): Promise<OwnStore> {
  return unwrap(api.api.store.$put({ json: store }));
}
