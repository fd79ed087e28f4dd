// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Consumer;

/**
 * The customer. A known one is named by its {@code id} or {@code email_address}, and other members change it; another one is made, and needs an address
 *
 * @param id The id of the customer; default: that of the customer with the address, or {@code c} and the next number
 * @param emailAddress The address of the customer
 * @param smsPhoneNumber a phone number in E.164 format, such as +14045550102
 * @param optInStatus Whether the customer agreed to marketing
 * @param company The company of the customer
 * @param firstName The first name of the customer
 * @param lastName The last name of the customer
 * @param address The address of a customer, each member optional
 */
public record TriggerCustomer(
    @JsonProperty("id") String id,
    @JsonProperty("email_address") String emailAddress,
    @JsonProperty("sms_phone_number") String smsPhoneNumber,
    @JsonProperty("opt_in_status") Boolean optInStatus,
    @JsonProperty("company") String company,
    @JsonProperty("first_name") String firstName,
    @JsonProperty("last_name") String lastName,
    @JsonProperty("address") CustomerAddressInput address) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link TriggerCustomer}. */
  public static final class Builder {
    private String id;
    private String emailAddress;
    private String smsPhoneNumber;
    private Boolean optInStatus;
    private String company;
    private String firstName;
    private String lastName;
    private CustomerAddressInput address;

    private Builder() {}

    /** The id of the customer; default: that of the customer with the address, or {@code c} and the next number */
    public Builder id(String id) {
      this.id = id;
      return this;
    }

    /** The address of the customer */
    public Builder emailAddress(String emailAddress) {
      this.emailAddress = emailAddress;
      return this;
    }

    /** a phone number in E.164 format, such as +14045550102 */
    public Builder smsPhoneNumber(String smsPhoneNumber) {
      this.smsPhoneNumber = smsPhoneNumber;
      return this;
    }

    /** Whether the customer agreed to marketing */
    public Builder optInStatus(Boolean optInStatus) {
      this.optInStatus = optInStatus;
      return this;
    }

    /** The company of the customer */
    public Builder company(String company) {
      this.company = company;
      return this;
    }

    /** The first name of the customer */
    public Builder firstName(String firstName) {
      this.firstName = firstName;
      return this;
    }

    /** The last name of the customer */
    public Builder lastName(String lastName) {
      this.lastName = lastName;
      return this;
    }

    /** The address of a customer, each member optional */
    public Builder address(CustomerAddressInput address) {
      this.address = address;
      return this;
    }

    /** The address of a customer, each member optional */
    public Builder address(Consumer<CustomerAddressInput.Builder> address) {
      var builder = CustomerAddressInput.builder();
      address.accept(builder);
      this.address = builder.build();
      return this;
    }

    /** Returns the record. */
    public TriggerCustomer build() {
      return new TriggerCustomer(id, emailAddress, smsPhoneNumber, optInStatus, company, firstName, lastName, address);
    }
  }
}
