// Made from the contract of the control API by `npm run docs`.
package io.github.maildouble.control;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An address of an order, each member optional
 *
 * @param name Name of the person
 * @param address1 Street
 * @param address2 Second line of the street
 * @param city City
 * @param province State or province
 * @param provinceCode Code of the state or province
 * @param postalCode Postal code
 * @param country Country
 * @param countryCode Code of the country
 * @param longitude a number, or digits with an optional sign and fraction
 * @param latitude a number, or digits with an optional sign and fraction
 * @param phone Phone number
 * @param company Company
 */
public record OrderAddressInput(
    @JsonProperty("name") String name,
    @JsonProperty("address1") String address1,
    @JsonProperty("address2") String address2,
    @JsonProperty("city") String city,
    @JsonProperty("province") String province,
    @JsonProperty("province_code") String provinceCode,
    @JsonProperty("postal_code") String postalCode,
    @JsonProperty("country") String country,
    @JsonProperty("country_code") String countryCode,
    @JsonProperty("longitude") Object longitude,
    @JsonProperty("latitude") Object latitude,
    @JsonProperty("phone") String phone,
    @JsonProperty("company") String company) {
  /** Returns a builder without any value. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builds a {@link OrderAddressInput}. */
  public static final class Builder {
    private String name;
    private String address1;
    private String address2;
    private String city;
    private String province;
    private String provinceCode;
    private String postalCode;
    private String country;
    private String countryCode;
    private Object longitude;
    private Object latitude;
    private String phone;
    private String company;

    private Builder() {}

    /** Name of the person */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** Street */
    public Builder address1(String address1) {
      this.address1 = address1;
      return this;
    }

    /** Second line of the street */
    public Builder address2(String address2) {
      this.address2 = address2;
      return this;
    }

    /** City */
    public Builder city(String city) {
      this.city = city;
      return this;
    }

    /** State or province */
    public Builder province(String province) {
      this.province = province;
      return this;
    }

    /** Code of the state or province */
    public Builder provinceCode(String provinceCode) {
      this.provinceCode = provinceCode;
      return this;
    }

    /** Postal code */
    public Builder postalCode(String postalCode) {
      this.postalCode = postalCode;
      return this;
    }

    /** Country */
    public Builder country(String country) {
      this.country = country;
      return this;
    }

    /** Code of the country */
    public Builder countryCode(String countryCode) {
      this.countryCode = countryCode;
      return this;
    }

    /** a number, or digits with an optional sign and fraction */
    public Builder longitude(Object longitude) {
      this.longitude = longitude;
      return this;
    }

    /** a number, or digits with an optional sign and fraction */
    public Builder latitude(Object latitude) {
      this.latitude = latitude;
      return this;
    }

    /** Phone number */
    public Builder phone(String phone) {
      this.phone = phone;
      return this;
    }

    /** Company */
    public Builder company(String company) {
      this.company = company;
      return this;
    }

    /** Returns the record. */
    public OrderAddressInput build() {
      return new OrderAddressInput(name, address1, address2, city, province, provinceCode, postalCode, country, countryCode, longitude, latitude, phone, company);
    }
  }
}
