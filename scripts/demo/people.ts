/** Demo users and their addresses. */
export interface DemoPlace {
  suburb: string;
  city: string;
  state: string;
  postcode: string;
  zone: string;
  street: string;
}

export interface DemoPerson extends DemoPlace {
  name: string;
}

/** A demo user with an account. */
export interface DemoUser extends DemoPerson {
  id: string;
  email: string;
  /** Takes cash or PayID at pickup. */
  cash: boolean;
}

export const DEMO_PASSWORD = "demo-password-1";

/** Accounts for trying out the app; they exist only where APP_ENV is local. */
export const DEMO_ACCOUNTS = [
  { email: "buyer@demo.local", name: "Bella Buyer", role: "user" },
  { email: "seller@demo.local", name: "Sid Seller", role: "user" },
  { email: "admin@demo.local", name: "Ada Admin", role: "admin" },
  { email: "super@demo.local", name: "Sue Super", role: "super_admin" },
] as const;
