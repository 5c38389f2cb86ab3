import type { ComponentType } from "react";

type Load = () => Promise<{ default: ComponentType }>;

/**
 * Imports of the screens that are rarely the first page of a visit. They are in a separate chunk, because even this
 * list of file names would exceed the size budget of the first page.
 */
export const LAZY_SCREENS = {
  ads: () => import("../features/admin/advertisements/advertisements-screen.tsx"),
  aiprompts: () => import("../features/negotiation/ai-settings-screen.tsx"),
  addrequest: () => import("../features/requests/add-request-screen.tsx"),
  announcementEditor: () => import("../features/admin/announcements/announcement-editor-screen.tsx"),
  homepageEditor: () => import("../features/admin/homepage/homepage-editor-screen.tsx"),
  announcements: () => import("../features/community/announcements/announcements-screen.tsx"),
  contact: () => import("../features/community/contact/contact-screen.tsx"),
  donations: () => import("../features/community/donations/donations-screen.tsx"),
  privacy: () => import("../features/community/legal/privacy-screen.tsx"),
  requests: () => import("../features/requests/requests-screen.tsx"),
  terms: () => import("../features/community/legal/terms-screen.tsx"),
  additem: () => import("../features/selling/listing-form/add-item-screen.tsx"),
  addproduct: () => import("../features/selling/import/add-product-screen.tsx"),
  becoming: () => import("../features/account/settings/seller-screens.tsx"),
  cardCheckout: () => import("../features/checkout/card-checkout-screen.tsx"),
  cart: () => import("../features/checkout/cart/cart-screen.tsx"),
  checkout: () => import("../features/checkout/checkout-screen.tsx"),
  confirmations: () => import("../features/orders/confirmations/payment-confirmations-screen.tsx"),
  edititem: () => import("../features/selling/listing-form/edit-item-screen.tsx"),
  emailtest: () => import("../features/admin/emails/email-screen.tsx"),
  hub: () => import("../features/selling/hub/hub-screen.tsx"),
  baggage: () => import("../features/admin/baggage/baggage-screen.tsx"),
  auditlog: () => import("../features/admin/audit-log/audit-screen.tsx"),
  people: () => import("../features/admin/users/users-screen.tsx"),
  person: () => import("../features/admin/users/user-screen.tsx"),
  support: () => import("../features/admin/support/support-screen.tsx"),
  wizardDemo: () => import("../features/checkout/demo-screen.tsx"),
  moderation: () => import("../features/admin/moderation/moderation-screen.tsx"),
  integrations: () => import("../features/admin/integrations/integrations-screen.tsx"),
  messages: () => import("../features/messages/messages-screen.tsx"),
  myitems: () => import("../features/selling/my-items/my-items-screen.tsx"),
  order: () => import("../features/orders/order-screen.tsx"),
  orders: () => import("../features/orders/orders-screen.tsx"),
  overview: () => import("../features/admin/overview/overview-screen.tsx"),
  promote: () => import("../features/selling/promotions/promote-screen.tsx"),
  resetPassword: () => import("../features/account/auth/reset-password-screen.tsx"),
  settings: () => import("../features/account/settings/settings-screen.tsx"),
  signin: () => import("../features/account/auth/sign-in-screen.tsx"),
  specialoffers: () => import("../features/selling/offers/special-offers-screen.tsx"),
  theme: () => import("../features/admin/theme/theme-settings-screen.tsx"),
  tradeoffers: () => import("../features/trades/trade-offers-screen.tsx"),
  unsubscribe: () => import("../features/notifications/unsubscribe-screen.tsx"),
  stores: () => import("../features/stores/stores-screen.tsx"),
  wishlists: () => import("../features/wishlists/wish-lists-screen.tsx"),
} as const satisfies Record<string, Load>;
