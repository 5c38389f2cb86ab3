/** Demo users and their addresses. Names are invented; suburbs are real, so that distances make sense. */
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

const VIC = { state: "VIC", zone: "Australia/Melbourne" };
const NSW = { state: "NSW", zone: "Australia/Sydney" };
const QLD = { state: "QLD", zone: "Australia/Brisbane" };
const SA = { state: "SA", zone: "Australia/Adelaide" };
const WA = { state: "WA", zone: "Australia/Perth" };
const TAS = { state: "TAS", zone: "Australia/Hobart" };
const ACT = { state: "ACT", zone: "Australia/Sydney" };
const NT = { state: "NT", zone: "Australia/Darwin" };

export const DEMO_SELLERS: DemoPerson[] = [
  { name: "Maya Rossi", suburb: "Brunswick", city: "Melbourne", postcode: "3056", street: "12 Example Street", ...VIC },
  { name: "Olly Fernando", suburb: "Fitzroy", city: "Melbourne", postcode: "3065", street: "4 Sample Lane", ...VIC },
  { name: "Priya Shah", suburb: "Newtown", city: "Sydney", postcode: "2042", street: "88 Demo Road", ...NSW },
  { name: "Jess Taylor", suburb: "West End", city: "Brisbane", postcode: "4101", street: "7 Sample Avenue", ...QLD },
  { name: "Tom Nguyen", suburb: "Footscray", city: "Melbourne", postcode: "3011", street: "21 Example Parade", ...VIC },
  { name: "Hana Kobayashi", suburb: "Carlton", city: "Melbourne", postcode: "3053", street: "3 Demo Place", ...VIC },
  { name: "Luca Bianchi", suburb: "Leichhardt", city: "Sydney", postcode: "2040", street: "56 Sample Street", ...NSW },
  {
    name: "Grace O'Connor",
    suburb: "Marrickville",
    city: "Sydney",
    postcode: "2204",
    street: "19 Example Road",
    ...NSW,
  },
  { name: "Sam Williams", suburb: "Fremantle", city: "Perth", postcode: "6160", street: "2 Demo Terrace", ...WA },
  { name: "Aisha Khan", suburb: "Subiaco", city: "Perth", postcode: "6008", street: "41 Sample Street", ...WA },
  { name: "Ben Harris", suburb: "Norwood", city: "Adelaide", postcode: "5067", street: "15 Example Parade", ...SA },
  { name: "Chloe Martin", suburb: "Glenelg", city: "Adelaide", postcode: "5045", street: "9 Demo Esplanade", ...SA },
  { name: "Dan Murphy-Lee", suburb: "Sandy Bay", city: "Hobart", postcode: "7005", street: "30 Sample Road", ...TAS },
  { name: "Ella Petrov", suburb: "Battery Point", city: "Hobart", postcode: "7004", street: "1 Example Court", ...TAS },
  { name: "Finn Gallagher", suburb: "Braddon", city: "Canberra", postcode: "2612", street: "64 Demo Street", ...ACT },
  {
    name: "Georgia Papadopoulos",
    suburb: "Oakleigh",
    city: "Melbourne",
    postcode: "3166",
    street: "10 Sample Grove",
    ...VIC,
  },
  { name: "Harry Singh", suburb: "Parramatta", city: "Sydney", postcode: "2150", street: "77 Example Street", ...NSW },
  { name: "Isla McDonald", suburb: "Paddington", city: "Brisbane", postcode: "4064", street: "5 Demo Terrace", ...QLD },
  { name: "Jack Thompson", suburb: "Manly", city: "Sydney", postcode: "2095", street: "23 Sample Parade", ...NSW },
  { name: "Kiri Walker", suburb: "Nightcliff", city: "Darwin", postcode: "0810", street: "8 Example Drive", ...NT },
  { name: "Liam Chen", suburb: "Box Hill", city: "Melbourne", postcode: "3128", street: "14 Demo Street", ...VIC },
  { name: "Mei Wong", suburb: "Sunnybank", city: "Brisbane", postcode: "4109", street: "33 Sample Street", ...QLD },
  { name: "Noah Evans", suburb: "Geelong West", city: "Geelong", postcode: "3218", street: "6 Example Avenue", ...VIC },
  { name: "Ruby Sullivan", suburb: "Northcote", city: "Melbourne", postcode: "3070", street: "50 Demo Road", ...VIC },
];

export const DEMO_PASSWORD = "demo-password-1";

/** Accounts for trying out the app; they exist only where APP_ENV is local. */
export const DEMO_ACCOUNTS = [
  { email: "buyer@demo.local", name: "Bella Buyer", role: "user" },
  { email: "seller@demo.local", name: "Sid Seller", role: "user" },
  { email: "admin@demo.local", name: "Ada Admin", role: "admin" },
  { email: "super@demo.local", name: "Sue Super", role: "super_admin" },
] as const;
