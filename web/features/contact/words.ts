export const myAccountOrSigningIn = "My account or signing in";
export const somethingImBuying = "Something I'm buying";
export const somethingImSelling = "Something I'm selling";
export const aPersonOrListing = "A person or listing that worries me";
export const myPersonalInformation = "My personal information";
export const anIdeaOrACompliment = "An idea or a compliment";
export const somethingElse = "Something else";
export const contactUs = "Contact Us";
export const description = "Questions, trouble, ideas: a person reads it. We'll respond within 24 hours.";
export const whatIsItAbout = "What is it about?";
export const chooseATopic = "Choose a topic";
export const aboutAnOrder = {
  before: "Is it about an order? Open it in",
  link: "My Orders",
  after: "and choose Contact Support there: then we know which one you mean.",
};
export const yourMessage = "Your message";
export const yourName = "Your name";
export const yourEMail = "Your e-mail";
export const yourEMailHint = "Where we write back to.";
export const sendMessage = "Send message";
export const writeTo = {
  before: "You can also write to",
  after: ". In an emergency, or when somebody is in danger, call Triple Zero (000).",
};
